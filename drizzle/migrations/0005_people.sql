CREATE TABLE "collaborators" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"repo_id" bigint NOT NULL,
	"host_id" bigint NOT NULL,
	"host_login" text NOT NULL,
	"avatar_url" text,
	"permission" text NOT NULL,
	"role_name" text,
	"repo_full_name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"live" boolean NOT NULL,
	"rank" smallint GENERATED ALWAYS AS (case permission when 'admin' then 1 when 'maintain' then 2 when 'push' then 3 when 'triage' then 4 else 5 end) STORED NOT NULL,
	CONSTRAINT "collaborators_person_key" UNIQUE("repo_id","host_id"),
	CONSTRAINT "collaborators_permission_check" CHECK ("collaborators"."permission" in ('pull', 'triage', 'push', 'maintain', 'admin'))
);
--> statement-breakpoint
ALTER TABLE "sync_walks" DROP CONSTRAINT "sync_walks_part_check";--> statement-breakpoint
ALTER TABLE "syncs" DROP CONSTRAINT "syncs_phase_check";--> statement-breakpoint
ALTER TABLE "sync_walks" ADD COLUMN "refusal" text;--> statement-breakpoint
ALTER TABLE "collaborators" ADD CONSTRAINT "collaborators_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "collaborators_rank_idx" ON "collaborators" USING btree ("rank",lower("host_login") collate "C",lower("repo_full_name") collate "C","id") WHERE live;--> statement-breakpoint
CREATE INDEX "collaborators_repo_rank_idx" ON "collaborators" USING btree ("repo_id","rank",lower("host_login") collate "C",lower("repo_full_name") collate "C","id") WHERE live;--> statement-breakpoint
CREATE INDEX "collaborators_person_idx" ON "collaborators" USING btree ("host_id") WHERE live;--> statement-breakpoint
ALTER TABLE "sync_walks" ADD CONSTRAINT "sync_walks_part_check" CHECK ("sync_walks"."part" in ('labels', 'issues', 'pull_requests', 'ci_runs', 'collaborators'));--> statement-breakpoint
ALTER TABLE "syncs" ADD CONSTRAINT "syncs_phase_check" CHECK ("syncs"."phase" in ('labels', 'issues', 'pull_requests', 'ci_runs', 'collaborators'));