insert into advisories (id, part, aliases, summary, severity, score_tenths, is_withdrawn, published_at, modified, left_out)
  values ('GHSA-aaaa-aaaa-aaaa', 'npm', '["CVE-2026-1"]', 'It can be misused', 'high', 75, false, now(), '1 2026-01-01', '[]');
insert into advisory_packages (package_key, advisory_id, affected)
  values ('npm:left-pad', 'GHSA-aaaa-aaaa-aaaa', '[{"rating": null, "versions": [], "ranges": [[{"kind": "introduced", "version": "0"}]]}]');
insert into advisory_imports (part, source, modified, records, unreadable, imported_at, error, tried_at)
  values ('npm', 'https://osv.example', '2026-01-01T00:00:00Z', 1, 0, now(), null, now());
