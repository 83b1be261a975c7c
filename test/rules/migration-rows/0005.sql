insert into collaborators (repo_id, host_id, host_login, permission, role_name, repo_full_name, created_at, updated_at, live)
  select host_id, 1, 'octocat', 'admin', 'admin', full_name, now(), now(), true from repositories order by host_id limit 1;
