insert into reconcile_states (repo_id, in_sync, drift_fields, unsupported_fields, reconcile_skip, desired_state,
  observed_state, differences, action_ids, last_reconciled_at, next_reconcile_at, created_at, updated_at)
  select host_id, false, '{settings.has_wiki}', '{}', false, '{"protection":[],"labels":{},"settings":{"has_wiki":false}}',
    '{"protection":null,"labels":{},"settings":{"has_wiki":true}}',
    '[{"field":"settings.has_wiki","desired":false,"observed":true,"policy_ids":[]}]', '{}', now(), now(), now(), now()
  from repositories order by host_id limit 1;
insert into reconciliation_runs (id, triggered_by, status, dry_run, spread_to, is_spread, started_at, progress_at)
  values (1, 'scheduler', 'running', false, 0, true, now(), now());
insert into reconciliation_tasks (repo_id, run_id, is_correcting)
  select host_id, 1, true from repositories order by host_id limit 1;
