update issues set title = title || ' und läuft über';
