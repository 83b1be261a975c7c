-- The feed says of reviews, fixes and heals what the API says of them, and shows what maintenance, queues and policies did.
UPDATE "activity" a SET "action_type" = 'review', "status" = coalesce(r."verdict", CASE a."status"
		WHEN 'changes_requested' THEN 'request_changes' WHEN 'blocked' THEN 'request_changes'
		WHEN 'commented' THEN 'needs_discussion' WHEN 'failed' THEN 'error' ELSE a."status" END),
	"detail" = CASE WHEN r."reason" IS NOT NULL OR r."verdict" IS NULL THEN a."detail" ELSE
		(SELECT concat_ws(', ', r."confidence" || ' confidence', sum(n) || CASE sum(n) WHEN 1 THEN ' finding' ELSE ' findings' END)
			FROM unnest(r."severities") n) END
FROM "activity" known LEFT JOIN "ai_reviews" r ON r."id" = known."source_id"
WHERE known."source" = 'ai_review' AND a."id" = known."id";
--> statement-breakpoint
UPDATE "activity" a SET "action_type" = a."status", "detail" = left(concat_ws(', ', f."complexity",
	CASE WHEN f."error" IS NULL THEN f."reason" ELSE concat_ws(': ', f."error", f."reason") END,
	'part of ' || f."release_tag"), 500)
FROM "fix_attempts" f WHERE a."source" = 'issue_fix' AND f."id" = a."source_id";
--> statement-breakpoint
UPDATE "activity" a SET "action_type" = coalesce(h."failure_type", 'unknown'), "target_number" = h."pr_number",
	"target_url" = coalesce(h."pr_url", a."target_url"), "status" = coalesce(h."pr_status", a."status"),
	"detail" = CASE WHEN h."pr_number" IS NULL THEN a."detail" ELSE left(array_to_string(h."files_changed", ', '), 500) END
FROM "heal_attempts" h
WHERE a."source" = 'ci_heal' AND h."id" = a."source_id" AND (h."pr_number" IS NOT NULL OR a."action_type" = 'incident');
--> statement-breakpoint
INSERT INTO "activity" ("source", "source_id", "repo_id", "target_number", "action_type", "status", "detail", "created_at")
SELECT 'maintainer', "id", "repo_id", CASE "target_type" WHEN 'branch' THEN NULL ELSE "target_number"::int END, "action_type",
	"status", left(coalesce("result", ''), 500), "created_at" FROM "maintenance_actions"
UNION ALL SELECT 'merge_queue', "id", "repo_id", "pr_number", 'queued', "status",
	coalesce("author_login" || ': ', '') || left("pr_title", 80), "admitted_at" FROM "merge_queue_entries"
UNION ALL SELECT 'enforcement', "id", "repo_id", NULL, 'violation', "status",
	CASE "branch" WHEN '*' THEN 'the whole repository' ELSE left("branch", 500) END, "detected_at" FROM "violations"
ON CONFLICT ("source", "source_id") DO NOTHING;
--> statement-breakpoint
-- What the sums of these sources lack of their items, in one reading: processes may add to them meanwhile.
INSERT INTO "activity_sums" AS s ("repo_id", "hour", "source", "status", "lane", "amount")
SELECT "repo_id", "hour", "source", "status", 0, sum("amount") FROM (
	SELECT c."repo_id", c."hour", a."source", a."status", 1 AS "amount" FROM "activity" a CROSS JOIN LATERAL (VALUES
		(0::bigint, '-infinity'::timestamptz), (0, date_trunc('hour', a."created_at", 'UTC')), (a."repo_id", '-infinity')
	) AS c ("repo_id", "hour")
	WHERE a."source" IN ('ai_review', 'ci_heal', 'maintainer', 'merge_queue', 'enforcement')
	UNION ALL SELECT "repo_id", "hour", "source", "status", -"amount" FROM "activity_sums"
	WHERE "source" IN ('ai_review', 'ci_heal', 'maintainer', 'merge_queue', 'enforcement')
) compared WHERE "repo_id" IS NOT NULL
GROUP BY 1, 2, 3, 4 HAVING sum("amount") <> 0 ORDER BY 1, 2, 3, 4
ON CONFLICT ("repo_id", "hour", "source", "status", "lane") DO UPDATE SET "amount" = s."amount" + excluded."amount";
