insert into heal_attempts (ci_run_id, host_run_id, repo_id, run_attempt, attempt, workflow_name, branch, head_sha, trigger,
  job_id, status, strategy, failure_type, transient, rule, root_cause, confidence, signature, extract, created_at, started_at,
  finished_at, updated_at, outcome, settled_run_attempt, live)
select id, host_run_id, repo_id, 1, 1, 'test', 'main', repeat('a', 40), 'webhook', '00000000-0000-4000-8000-000000000001',
  'healed', 'rerun', 'network', true, 'connection-reset', 'The network or a remote service failed.', 'high', repeat('e', 32),
  '[{"job":"build","from":1,"to":1,"lines":["read ECONNRESET"]}]', '2026-01-02T10:00:00Z', '2026-01-02T10:00:01Z',
  '2026-01-02T10:10:00Z', '2026-01-02T10:10:00Z', 'verified', 2, true
from ci_runs order by id limit 1;
