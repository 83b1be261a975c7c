CREATE TABLE "branch_rules" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"repo_id" bigint NOT NULL,
	"pattern" text NOT NULL,
	"required_reviews" integer NOT NULL,
	"dismiss_stale_reviews" boolean NOT NULL,
	"require_code_owner_reviews" boolean NOT NULL,
	"require_status_checks" boolean NOT NULL,
	"required_status_checks" text[] NOT NULL,
	"require_up_to_date_branch" boolean NOT NULL,
	"enforce_admins" boolean NOT NULL,
	"restrict_pushes" boolean NOT NULL,
	"push_allowlist" text[] NOT NULL,
	"allow_force_pushes" boolean NOT NULL,
	"allow_deletions" boolean NOT NULL,
	"require_signed_commits" boolean NOT NULL,
	"require_linear_history" boolean NOT NULL,
	"host_rule_id" bigint,
	"compliant" boolean,
	"last_checked_at" timestamp (3) with time zone,
	"violation_ids" bigint[],
	"repo_full_name" text NOT NULL,
	"synced_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"live" boolean NOT NULL,
	"compliance" text GENERATED ALWAYS AS (case when compliant then 'compliant' when not compliant then 'violated' else 'unchecked' end) STORED NOT NULL,
	CONSTRAINT "branch_rules_pattern_key" UNIQUE("repo_id","pattern")
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
ALTER TABLE "action_checks" DROP CONSTRAINT "action_checks_check_type_check";--> statement-breakpoint
ALTER TABLE "managed_actions" DROP CONSTRAINT "managed_actions_action_type_check";--> statement-breakpoint
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
ALTER TABLE "branch_rules" ADD CONSTRAINT "branch_rules_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collaborators" ADD CONSTRAINT "collaborators_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "branch_rules_name_idx" ON "branch_rules" USING btree (lower("repo_full_name") collate "C","pattern" collate "C","id") WHERE live;--> statement-breakpoint
CREATE INDEX "branch_rules_repo_idx" ON "branch_rules" USING btree ("repo_id","pattern" collate "C","id") WHERE live;--> statement-breakpoint
CREATE INDEX "branch_rules_compliance_idx" ON "branch_rules" USING btree ("compliance",lower("repo_full_name") collate "C","pattern" collate "C","id") WHERE live;--> statement-breakpoint
CREATE INDEX "collaborators_rank_idx" ON "collaborators" USING btree ("rank",lower("host_login") collate "C",lower("repo_full_name") collate "C","id") WHERE live;--> statement-breakpoint
CREATE INDEX "collaborators_repo_rank_idx" ON "collaborators" USING btree ("repo_id","rank",lower("host_login") collate "C",lower("repo_full_name") collate "C","id") WHERE live;--> statement-breakpoint
CREATE INDEX "collaborators_person_idx" ON "collaborators" USING btree ("host_id") WHERE live;--> statement-breakpoint
CREATE INDEX "members_rank_idx" ON "members" USING btree ("rank",lower("host_login") collate "C","id");--> statement-breakpoint
CREATE INDEX "members_login_idx" ON "members" USING btree (lower("host_login"));--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_person_key" UNIQUE("installation_id","host_id");--> statement-breakpoint
ALTER TABLE "action_checks" ADD CONSTRAINT "action_checks_check_type_check" CHECK ("action_checks"."check_type" in ('label', 'pr_state', 'review', 'comment', 'branch', 'access', 'protection', 'manual'));--> statement-breakpoint
ALTER TABLE "managed_actions" ADD CONSTRAINT "managed_actions_action_type_check" CHECK ("managed_actions"."action_type" in ('add-label', 'remove-label', 'add-comment', 'add-reviewer', 'request-review', 'approve', 'create-patch-pr', 'create-branch', 'create-check', 'close-issue', 'close-pr', 'merge-pr', 'delete-branch', 'set-priority', 'rerun-failed-jobs', 'comment-commit', 'set-collaborator', 'remove-collaborator', 'set-protection', 'tighten-protection', 'warn-stale', 'close-stale'));--> statement-breakpoint
ALTER TABLE "sync_walks" ADD CONSTRAINT "sync_walks_part_check" CHECK ("sync_walks"."part" in ('labels', 'issues', 'pull_requests', 'ci_runs', 'collaborators', 'branch_rules'));--> statement-breakpoint
ALTER TABLE "syncs" ADD CONSTRAINT "syncs_phase_check" CHECK ("syncs"."phase" in ('labels', 'issues', 'pull_requests', 'ci_runs', 'collaborators', 'branch_rules'));
