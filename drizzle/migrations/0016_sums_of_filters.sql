CREATE INDEX "issues_open_untriaged_idx" ON "issues" USING btree ("priority_rank","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live and state = 'open' and triaged_at is null;--> statement-breakpoint
-- What the rows count for that are there already, for sums that nobody has kept so far.
INSERT INTO "tallies" ("repo_id", "day", "measure", "lane", "amount")
SELECT repo_id, '-infinity'::date, measure, 0, count(*) FROM (
  SELECT repo_id, format('issues.%s.of.%s.%s', state, coalesce(triage_type, 'none'), coalesce(triage_priority, 'none')) AS measure
  FROM "issues" WHERE gone_at IS NULL
  UNION ALL
  SELECT repo_id, format('prs.%s.risk.%s', state, coalesce(triage_risk, 'none'))
  FROM "pull_requests" WHERE gone_at IS NULL AND state <> 'open'
  UNION ALL
  SELECT repo_id, format('prs.%s.size.%s', state, coalesce(triage_size, 'none'))
  FROM "pull_requests" WHERE gone_at IS NULL AND state <> 'open'
  UNION ALL
  SELECT repo_id, format('prs.%s.draft', state) FROM "pull_requests" WHERE gone_at IS NULL AND state <> 'open' AND draft
) AS counted GROUP BY repo_id, measure;--> statement-breakpoint
INSERT INTO "tallies" ("repo_id", "day", "measure", "lane", "amount")
SELECT repo_id, 'infinity'::date, measure, 0, count(*) FROM (
  SELECT DISTINCT i.id, i.repo_id, format('issues.%s.label.%s', i.state, label) AS measure
  FROM "issues" i CROSS JOIN unnest(i.labels) AS label WHERE i.gone_at IS NULL AND char_length(label) <= 100
) AS counted GROUP BY repo_id, measure;--> statement-breakpoint
INSERT INTO "tallies" ("repo_id", "day", "measure", "lane", "amount")
SELECT 0, t.day, t.measure, 0, sum(t.amount) FROM "tallies" t JOIN "repositories" r ON r.host_id = t.repo_id
WHERE r.counted AND (t.day = 'infinity' OR (t.day = '-infinity'
  AND t.measure ~ '^(issues\.(open|closed)\.of\.|prs\.(closed|merged)\.(risk\.|size\.|draft))'))
GROUP BY t.day, t.measure;
