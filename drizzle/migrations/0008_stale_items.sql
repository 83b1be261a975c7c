CREATE TABLE "item_activity" (
	"repo_id" bigint NOT NULL,
	"target_type" text NOT NULL,
	"number" integer NOT NULL,
	"human_at" timestamp (3) with time zone NOT NULL,
	"epoch" integer NOT NULL,
	"warned_at" timestamp (3) with time zone,
	"watched" boolean NOT NULL,
	CONSTRAINT "item_activity_pkey" PRIMARY KEY("repo_id","target_type","number"),
	CONSTRAINT "item_activity_target_type_check" CHECK ("item_activity"."target_type" in ('issue', 'pr'))
);
--> statement-breakpoint
CREATE TABLE "maintenance_actions" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"repo_id" bigint NOT NULL,
	"action_type" text NOT NULL,
	"target_type" text NOT NULL,
	"target_number" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"status" text NOT NULL,
	"result" text,
	"attempts" integer NOT NULL,
	"not_before" timestamp (3) with time zone,
	"decision_id" bigint,
	"action_id" bigint,
	"created_at" timestamp (3) with time zone NOT NULL,
	"applied_at" timestamp (3) with time zone,
	CONSTRAINT "maintenance_actions_key" UNIQUE("idempotency_key"),
	CONSTRAINT "maintenance_actions_action_type_check" CHECK ("maintenance_actions"."action_type" in ('stale_warn', 'stale_close', 'branch_cleanup', 'label_apply', 'protect_enforce', 'comment_command')),
	CONSTRAINT "maintenance_actions_target_type_check" CHECK ("maintenance_actions"."target_type" in ('issue', 'pr', 'branch')),
	CONSTRAINT "maintenance_actions_status_check" CHECK ("maintenance_actions"."status" in ('pending', 'applied', 'skipped', 'failed')),
	CONSTRAINT "maintenance_actions_applied_check" CHECK (("maintenance_actions"."status" = 'applied') = ("maintenance_actions"."applied_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "item_activity" ADD CONSTRAINT "item_activity_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "maintenance_actions" ADD CONSTRAINT "maintenance_actions_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "item_activity_idle_idx" ON "item_activity" USING btree ("repo_id","target_type","human_at") WHERE watched;--> statement-breakpoint
CREATE INDEX "maintenance_actions_age_idx" ON "maintenance_actions" USING btree ("repo_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "maintenance_actions_status_idx" ON "maintenance_actions" USING btree ("repo_id","status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "maintenance_actions_type_idx" ON "maintenance_actions" USING btree ("repo_id","action_type","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "maintenance_actions_target_idx" ON "maintenance_actions" USING btree ("repo_id","target_type","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "pull_requests_repo_stale_idx" ON "pull_requests" USING btree ("repo_id","updated_at") WHERE live and state = 'open';