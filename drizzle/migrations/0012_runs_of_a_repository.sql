DROP INDEX "ci_runs_repo_id_idx";--> statement-breakpoint
DROP INDEX "ci_runs_repo_age_idx";--> statement-breakpoint
CREATE INDEX "ci_runs_repo_age_idx" ON "ci_runs" USING btree ("repo_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);