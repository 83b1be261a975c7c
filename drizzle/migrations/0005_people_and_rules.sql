CREATE TABLE "governance_entries" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"target_type" text NOT NULL,
	"target_id" text NOT NULL,
	"payload" json,
	"success" boolean NOT NULL,
	"error" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "governance_entries_target_type_check" CHECK ("governance_entries"."target_type" in ('repo', 'member', 'branch_rule')),
	CONSTRAINT "governance_entries_error_check" CHECK ("governance_entries"."success" = ("governance_entries"."error" is null))
);
--> statement-breakpoint
CREATE TABLE "governance_sums" (
	"actor" text NOT NULL,
	"target_type" text NOT NULL,
	"success" boolean NOT NULL,
	"entries" bigint NOT NULL,
	CONSTRAINT "governance_sums_pkey" PRIMARY KEY("actor","target_type","success")
);
--> statement-breakpoint
CREATE TABLE "maintenance_settings" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"repo_id" bigint NOT NULL,
	"stale_issue_days" integer,
	"stale_pr_days" integer,
	"stale_warn_days" integer,
	"cleanup_branches" boolean,
	"enabled" boolean,
	"auto_close" boolean,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "maintenance_settings_repo_key" UNIQUE("repo_id"),
	CONSTRAINT "maintenance_settings_issue_days_check" CHECK ("maintenance_settings"."stale_issue_days" between 1 and 3650),
	CONSTRAINT "maintenance_settings_pr_days_check" CHECK ("maintenance_settings"."stale_pr_days" between 1 and 3650),
	CONSTRAINT "maintenance_settings_warn_days_check" CHECK ("maintenance_settings"."stale_warn_days" between 0 and 365)
);
--> statement-breakpoint
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
ALTER TABLE "members" DROP CONSTRAINT "members_pkey";--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "id" bigserial PRIMARY KEY NOT NULL;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "created_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "updated_at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "members" SET "created_at" = "seen_at", "updated_at" = "seen_at";--> statement-breakpoint
ALTER TABLE "members" ALTER COLUMN "created_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "members" ALTER COLUMN "updated_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "rank" smallint GENERATED ALWAYS AS (case role when 'owner' then 1 else 2 end) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "sync_walks" ADD COLUMN "refusal" text;--> statement-breakpoint
ALTER TABLE "maintenance_settings" ADD CONSTRAINT "maintenance_settings_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collaborators" ADD CONSTRAINT "collaborators_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "governance_entries_age_idx" ON "governance_entries" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "governance_entries_actor_idx" ON "governance_entries" USING btree ("actor","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "governance_entries_target_type_idx" ON "governance_entries" USING btree ("target_type","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "governance_entries_success_idx" ON "governance_entries" USING btree ("success","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "collaborators_rank_idx" ON "collaborators" USING btree ("rank",lower("host_login") collate "C",lower("repo_full_name") collate "C","id") WHERE live;--> statement-breakpoint
CREATE INDEX "collaborators_repo_rank_idx" ON "collaborators" USING btree ("repo_id","rank",lower("host_login") collate "C",lower("repo_full_name") collate "C","id") WHERE live;--> statement-breakpoint
CREATE INDEX "collaborators_person_idx" ON "collaborators" USING btree ("host_id") WHERE live;--> statement-breakpoint
CREATE INDEX "members_rank_idx" ON "members" USING btree ("rank",lower("host_login") collate "C","id");--> statement-breakpoint
CREATE INDEX "members_login_idx" ON "members" USING btree (lower("host_login"));--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_person_key" UNIQUE("installation_id","host_id");--> statement-breakpoint
ALTER TABLE "sync_walks" ADD CONSTRAINT "sync_walks_part_check" CHECK ("sync_walks"."part" in ('labels', 'issues', 'pull_requests', 'ci_runs', 'collaborators'));--> statement-breakpoint
ALTER TABLE "syncs" ADD CONSTRAINT "syncs_phase_check" CHECK ("syncs"."phase" in ('labels', 'issues', 'pull_requests', 'ci_runs', 'collaborators'));--> statement-breakpoint
CREATE TRIGGER "governance_entries_kept" BEFORE UPDATE OR DELETE ON "governance_entries" FOR EACH ROW EXECUTE FUNCTION "audit_is_kept"();--> statement-breakpoint
CREATE TRIGGER "governance_entries_not_emptied" BEFORE TRUNCATE ON "governance_entries" FOR EACH STATEMENT EXECUTE FUNCTION "audit_is_kept"();
