"""What shows that a task is right: validation, proofs on record, mutation of evidence, audit."""
