CREATE TABLE "merge_queue_configs" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"repo_id" bigint NOT NULL,
	"enabled" boolean NOT NULL,
	"merge_method" text NOT NULL,
	"delete_branch" boolean NOT NULL,
	"required_checks" text[] NOT NULL,
	"max_queue_depth" integer NOT NULL,
	"check_timeout_mins" integer NOT NULL,
	"rollback_enabled" boolean NOT NULL,
	"base_branch" text,
	"batch_size" integer NOT NULL,
	"speculative_depth" integer NOT NULL,
	"batch_max_wait_secs" integer NOT NULL,
	"max_attempts" integer NOT NULL,
	"admit_on" text[] NOT NULL,
	"freezes" json NOT NULL,
	"strict" boolean NOT NULL,
	"allow_skip" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "merge_queue_configs_repo_key" UNIQUE("repo_id")
);
--> statement-breakpoint
CREATE TABLE "merge_queue_entries" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"repo_id" bigint NOT NULL,
	"lane_id" bigint NOT NULL,
	"repo_full_name" text NOT NULL,
	"pr_number" integer NOT NULL,
	"pr_title" text NOT NULL,
	"author_login" text,
	"head_sha" text NOT NULL,
	"head_branch" text NOT NULL,
	"base_branch" text NOT NULL,
	"is_own_branch" boolean NOT NULL,
	"position" integer NOT NULL,
	"status" text NOT NULL,
	"stage" text,
	"priority" integer NOT NULL,
	"admitted_by" text NOT NULL,
	"required_checks" text[] NOT NULL,
	"checks_passed" text[] NOT NULL,
	"checks_failed" text[] NOT NULL,
	"waiting_on" text[] NOT NULL,
	"merge_method" text NOT NULL,
	"delete_branch" boolean NOT NULL,
	"merge_error" text,
	"merge_sha" text,
	"blocked_reason" text,
	"exit_reason" text,
	"attempts" integer NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"batch_id" text,
	"candidate_sha" text,
	"overtaken" integer NOT NULL,
	"behind" integer,
	"left_out" integer NOT NULL,
	"interruption" json,
	"admitted_at" timestamp (3) with time zone NOT NULL,
	"pending_since" timestamp (3) with time zone NOT NULL,
	"ready_at" timestamp (3) with time zone,
	"merged_at" timestamp (3) with time zone,
	"blocked_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"ended_order" bigint NOT NULL,
	"live" boolean NOT NULL,
	CONSTRAINT "merge_queue_entries_pull_key" UNIQUE("repo_id","pr_number"),
	CONSTRAINT "merge_queue_entries_status_check" CHECK ("merge_queue_entries"."status" in ('pending', 'ready', 'merging', 'merged', 'blocked', 'removed')),
	CONSTRAINT "merge_queue_entries_reason_check" CHECK ("merge_queue_entries"."blocked_reason" in ('check_failed', 'check_timeout', 'conflict', 'approval_lost', 'merge_rejected', 'attempts_exhausted')),
	CONSTRAINT "merge_queue_entries_position_check" CHECK (("merge_queue_entries"."position" > 0) = ("merge_queue_entries"."status" in ('pending', 'ready', 'merging')))
);
--> statement-breakpoint
CREATE TABLE "merge_queue_lanes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"repo_id" bigint NOT NULL,
	"base_branch" text NOT NULL,
	"base" json,
	"base_known_at" timestamp (3) with time zone NOT NULL,
	"seen_during_landing" json,
	"batches" json NOT NULL,
	"last_batch" integer NOT NULL,
	"failed_builds" integer NOT NULL,
	"stopped" text,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "merge_queue_lanes_branch_key" UNIQUE("repo_id","base_branch")
);
--> statement-breakpoint
ALTER TABLE "managed_actions" DROP CONSTRAINT "managed_actions_action_type_check";--> statement-breakpoint
ALTER TABLE "merge_queue_configs" ADD CONSTRAINT "merge_queue_configs_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merge_queue_entries" ADD CONSTRAINT "merge_queue_entries_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merge_queue_entries" ADD CONSTRAINT "merge_queue_entries_lane_id_fkey" FOREIGN KEY ("lane_id") REFERENCES "public"."merge_queue_lanes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merge_queue_lanes" ADD CONSTRAINT "merge_queue_lanes_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "merge_queue_entries_lane_idx" ON "merge_queue_entries" USING btree ("lane_id","position") WHERE position > 0;--> statement-breakpoint
CREATE INDEX "merge_queue_entries_head_idx" ON "merge_queue_entries" USING btree ("repo_id","head_sha");--> statement-breakpoint
CREATE INDEX "merge_queue_entries_order_idx" ON "merge_queue_entries" USING btree ("ended_order","repo_full_name" collate "C","base_branch" collate "C","position","id") WHERE live;--> statement-breakpoint
CREATE INDEX "merge_queue_entries_status_idx" ON "merge_queue_entries" USING btree ("status","ended_order","repo_full_name" collate "C","base_branch" collate "C","position","id") WHERE live;--> statement-breakpoint
CREATE INDEX "merge_queue_entries_repo_idx" ON "merge_queue_entries" USING btree ("repo_id","ended_order","repo_full_name" collate "C","base_branch" collate "C","position","id") WHERE live;--> statement-breakpoint
CREATE INDEX "merge_queue_entries_repo_status_idx" ON "merge_queue_entries" USING btree ("repo_id","status","ended_order","repo_full_name" collate "C","base_branch" collate "C","position","id") WHERE live;--> statement-breakpoint
ALTER TABLE "managed_actions" ADD CONSTRAINT "managed_actions_action_type_check" CHECK ("managed_actions"."action_type" in ('add-label', 'remove-label', 'add-comment', 'add-reviewer', 'request-review', 'approve', 'create-patch-pr', 'create-branch', 'create-check', 'close-issue', 'close-pr', 'merge-pr', 'delete-branch', 'set-priority', 'rerun-failed-jobs', 'comment-commit', 'set-collaborator', 'remove-collaborator', 'set-protection', 'tighten-protection', 'set-labels', 'set-repository-settings', 'set-workflow-token', 'warn-stale', 'close-stale', 'track-issue', 'build-candidate', 'drop-candidate'));