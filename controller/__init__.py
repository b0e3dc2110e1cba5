"""The host side: boots guests, runs agents on tasks, keeps records, computes metrics."""
