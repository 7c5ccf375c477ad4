"""The exact solver (double dummy) and the compiled code it rests on. Loading it takes half a second: import it late."""
