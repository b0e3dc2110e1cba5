"""What the testbed knows of each application: its declaration, and when it is ready."""
