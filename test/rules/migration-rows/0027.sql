update merge_queue_entries set checks_excused = '[{"name": "build", "tests": ["suite adds"], "sha": "abc"}]' where position > 0;
