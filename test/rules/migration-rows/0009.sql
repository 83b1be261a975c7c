insert into comment_commands (repo_id, comment_id, position, target_type, target_number, author, line, parsed, state, reply, created_at, finished_at)
  select host_id, 5150, 0, 'issue', 7, 'octocat', '/service status', '{"command": {"name": "status"}, "fault": null}', 'done', 'Open.',
    '2026-03-01T00:00:00Z', '2026-03-01T00:00:05Z' from repositories order by host_id limit 1;
