insert into triages (repo_id, target_type, target_id, target_number, content_version, job_id, decision_id, type, priority,
  probability, is_sure, model, label, heard, heard_type, heard_by, heard_at, created_at)
values (42, 'issue', 1, 1, repeat('f', 32), '6f1f3a52-5a0b-4c53-9d2c-0f6f3f7d1c11', 1, 'bug', 'medium', 0.93, true, 'a+3', 'bug',
  'corrected', 'feature', 'octocat', '2026-01-02T11:00:00Z', '2026-01-02T10:00:00Z');

insert into triage_models (repo_id, model, lessons, version, revision, updated_at)
values (42, '{"form":1,"lessons":[]}', 0, 1, '6f1f3a52-5a0b-4c53-9d2c-0f6f3f7d1c12', '2026-01-02T10:00:00Z');

insert into triage_failures (job_id, repo_id, target_type, target_number, trigger_event, error, attempts, state, created_at)
values ('6f1f3a52-5a0b-4c53-9d2c-0f6f3f7d1c13', 42, 'pr', 7, 'pull_request.opened', 'The host does not answer.', 9, 'open',
  '2026-01-02T10:00:00Z');
