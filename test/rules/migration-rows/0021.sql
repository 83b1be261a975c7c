update heal_attempts set repair = 'model', status = 'skipped', skip_reason = 'no_file', outcome = null;
