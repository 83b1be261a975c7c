update ci_runs set fork_id = 0;
