-- The host counts one more open issue than it lists; somebody wanted a sync.
update repositories set host_open_count = 3;
update sync_walks set asked_at = finished_at, count_gap = 1 where part = 'issues';
update syncs set wanted_at = requested_at;
