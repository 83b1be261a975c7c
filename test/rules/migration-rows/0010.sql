insert into audit_head (id, seq, entry_hash, prev_hash, day) values
  (1, 1, 'b50aa19e5b4f4d5a3f7f9bd2d77d94d0d2dc5b7d8b6ad0e64eab6c9d2e3ee0f1', null, '2026-01-02');

insert into audit_entries (seq, category, event_type, actor, actor_type, repo_full_name, pr_number, commit_sha, payload, framework, control_id, payload_hash, prev_hash, entry_hash, occurred_at) values
  (1, 'config_change', 'set', 'api', 'human', 'octo-org/hello', 7, repeat('a', 40), '{}', '{iso27001}', 'A.12.1.2', '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a', null, 'b50aa19e5b4f4d5a3f7f9bd2d77d94d0d2dc5b7d8b6ad0e64eab6c9d2e3ee0f1', '2026-01-02T10:00:00Z');

insert into audit_days (day, category, event_type, actor_type, entries, first_seq, last_seq, earliest, latest) values
  ('2026-01-02', 'config_change', 'set', 'human', 1, 1, 1, '2026-01-02T10:00:00Z', '2026-01-02T10:00:00Z');

insert into audit_parties (kind, name, entries, last_day) values
  ('actor', 'api', 1, '2026-01-02'),
  ('repo', 'octo-org/hello', 1, '2026-01-02');

insert into audit_exports (export_type, date_covered, entry_count, first_seq, last_seq, head_hash, file_path, file_hash, seal, signed, content_preview, final, created_at) values
  ('nightly', '2026-01-02', 1, 1, 1, 'b50aa19e5b4f4d5a3f7f9bd2d77d94d0d2dc5b7d8b6ad0e64eab6c9d2e3ee0f1', 'exports/audit-2026-01-02.jsonl', repeat('c', 64), '{}', false, '{', true, '2026-01-03T01:00:00Z');

insert into compliance_reports (report_type, status, period_start, period_end, generated_by, requested_by, control_filter, created_at) values
  ('soc2', 'pending', '2026-01-01T00:00:00Z', '2026-01-31T00:00:00Z', 'dashboard', 'api', '{}', '2026-01-31T00:00:00Z');
