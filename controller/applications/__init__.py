"""What the testbed knows of each application: how it is opened and when it is ready."""
