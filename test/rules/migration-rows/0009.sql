insert into activity (source, source_id, repo_id, target_number, target_url, action_type, status, detail, created_at)
values ('maintainer', 1, 42, 7, 'https://host.example/octo-org/hello/issues/7', 'label', 'applied', '', '2026-01-02T10:00:00Z');

insert into activity_sums (repo_id, hour, source, status, lane, amount)
values (0, '2026-01-02T10:00:00Z', 'maintainer', 'applied', 3, 1), (42, '-infinity', 'maintainer', 'applied', 0, 1);
