insert into model_days (day, tokens) values ('2026-01-01', 1200);
insert into fix_attempts (repo_id, issue_number, attempt, triggered_by, dry_run, job_id, status, complexity, confidence, risk_score,
  risk_level, base_branch, base_sha, analysis, explanation, files_changed, lines_changed, branch_name, pr_number, created_at,
  started_at, finished_at, updated_at, live)
select repo_id, number, 1, 'api', false, '00000000-0000-4000-8000-000000000001', 'submitted', 'simple', 'medium', 0, 'low', 'main',
  repeat('a', 40), '{}', 'A word is wrong.', '{src/a.ts}', 2, 'service/fix-1', 9, '2026-01-02T10:00:00Z', '2026-01-02T10:00:01Z',
  '2026-01-02T10:01:00Z', '2026-01-02T10:01:00Z', true
from issues order by id limit 1;
