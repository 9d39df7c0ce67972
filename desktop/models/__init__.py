"""What lists and trees show, fed from the dataclasses of the engine."""
