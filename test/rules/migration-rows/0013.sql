update issues set dup_check_at = '2026-01-02T10:00:00Z', dup_revision = 0 where id = (select min(id) from issues);

insert into duplicate_signals (repo_id, source_issue_id, target_issue_id, kind, similarity, status, evidence, created_at,
  updated_at, live)
values (42, 102, 101, 'duplicate', 9340, 'pending',
  '{"title": 0.8, "body": 0.7, "failures": 1, "was_open": true, "age_days": 3, "hits": 0}', '2026-01-02T10:00:00Z',
  '2026-01-02T10:00:00Z', true);

insert into duplicate_backfills (repo_id, job_id, total, done, found, reached, started_at)
values (42, 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa', 10, 4, 1, 7, '2026-01-02T10:00:00Z');
