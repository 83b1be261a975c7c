CREATE TABLE "governance_entries" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"target_type" text NOT NULL,
	"target_id" text NOT NULL,
	"payload" json,
	"success" boolean NOT NULL,
	"error" text,
	"action_id" bigint,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "governance_entries_action_key" UNIQUE("action_id"),
	CONSTRAINT "governance_entries_target_type_check" CHECK ("governance_entries"."target_type" in ('repo', 'member', 'branch_rule', 'policy', 'violation')),
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
ALTER TABLE "maintenance_settings" ADD CONSTRAINT "maintenance_settings_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "governance_entries_age_idx" ON "governance_entries" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "governance_entries_actor_idx" ON "governance_entries" USING btree ("actor","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "governance_entries_target_type_idx" ON "governance_entries" USING btree ("target_type","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "governance_entries_success_idx" ON "governance_entries" USING btree ("success","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE TRIGGER "governance_entries_kept" BEFORE UPDATE OR DELETE ON "governance_entries" FOR EACH ROW EXECUTE FUNCTION "audit_is_kept"();--> statement-breakpoint
CREATE TRIGGER "governance_entries_not_emptied" BEFORE TRUNCATE ON "governance_entries" FOR EACH STATEMENT EXECUTE FUNCTION "audit_is_kept"();
