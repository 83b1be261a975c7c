insert into labels (repo_id, host_id, name, color, description) values
  (42, 801, 'bug', 'd73a4a', 'Something does not work'),
  (42, 802, 'help wanted', null, null);

insert into members (installation_id, host_id, host_login, avatar_url, role, site_admin, seen_at) values
  (7, 901, 'octocat', 'https://host.test/octocat.png', 'owner', false, '2026-01-02T10:00:00Z');

insert into sync_walks (repo_id, part, mode, next, newest, edge, begun_at, seen, changed, gone, up_to, etag, finished_at, compared_at) values
  (42, 'issues', null, null, null, null, null, 2, 1, 1, '2026-01-02T09:58:00Z', '"mark"', '2026-01-02T10:01:00Z', '2026-01-02T10:00:00Z'),
  (42, 'pull_requests', 'full', 'https://host.test/repositories/42/pulls?page=2', '2026-01-02T10:00:00Z', '2026-01-01T10:00:00Z', '2026-01-02T10:00:00Z', 100, 3, 0, null, null, null, null);

insert into syncs (repo_id, status, job_id, phase, last_error, requested_at, started_at, finished_at, next_attempt_at, leased_until) values
  (42, 'running', '00000000-0000-4000-8000-000000000001', 'pull_requests', null, '2026-01-02T10:00:00Z', '2026-01-02T10:00:01Z', null, null, '2026-01-02T10:05:01Z');
