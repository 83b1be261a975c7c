update issues set triaged_at = null where number = 1;
