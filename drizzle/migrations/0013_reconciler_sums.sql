-- How many repositories are in sync, and how many have drifted: of each repository, and of all that are counted.
INSERT INTO "tallies" ("repo_id", "day", "measure", "lane", "amount")
SELECT "repo_id", '-infinity', CASE WHEN "in_sync" THEN 'reconciler.in_sync' ELSE 'reconciler.drifted' END, 0, 1
FROM "reconcile_states" WHERE "in_sync" IS NOT NULL;
--> statement-breakpoint
INSERT INTO "tallies" ("repo_id", "day", "measure", "lane", "amount")
SELECT 0, '-infinity', CASE WHEN s."in_sync" THEN 'reconciler.in_sync' ELSE 'reconciler.drifted' END AS "measure", 0, count(*)
FROM "reconcile_states" s JOIN "repositories" r ON r."host_id" = s."repo_id"
WHERE s."in_sync" IS NOT NULL AND r."counted" GROUP BY "measure";
