-- A label that is gone; the columns of deliveries have defaults.
insert into labels (repo_id, host_id, name, told_at, gone_at)
  select host_id, 990029, 'gone', now(), now() from repositories order by host_id limit 1;
