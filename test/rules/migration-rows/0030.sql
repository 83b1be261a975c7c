insert into change_notes values (pg_current_xact_id(), 'issues');
