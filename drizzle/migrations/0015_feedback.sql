CREATE TABLE "feedback_deliveries" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"rule_id" bigint NOT NULL,
	"event_type" text NOT NULL,
	"subject" text NOT NULL,
	"repo_id" bigint NOT NULL,
	"pr_number" integer,
	"channel" text NOT NULL,
	"state" text NOT NULL,
	"attempts" smallint NOT NULL,
	"last_error" text,
	"data" json,
	"action_id" bigint,
	"leased_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	CONSTRAINT "feedback_deliveries_key" UNIQUE("repo_id","rule_id","event_type","subject","channel"),
	CONSTRAINT "feedback_deliveries_event_type_check" CHECK ("feedback_deliveries"."event_type" in ('ci_failure', 'ci_heal', 'pr_merged', 'pr_blocked', 'config_failed', 'queue_admitted', 'merge_failure', 'rollback')),
	CONSTRAINT "feedback_deliveries_channel_check" CHECK ("feedback_deliveries"."channel" in ('pr_comment', 'slack', 'teams')),
	CONSTRAINT "feedback_deliveries_state_check" CHECK ("feedback_deliveries"."state" in ('queued', 'sent', 'failed', 'skipped')),
	CONSTRAINT "feedback_deliveries_ended_check" CHECK (("feedback_deliveries"."state" = 'queued') = ("feedback_deliveries"."ended_at" is null)),
	CONSTRAINT "feedback_deliveries_sent_check" CHECK (("feedback_deliveries"."state" = 'sent') = ("feedback_deliveries"."sent_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "feedback_rules" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"installation_id" bigint NOT NULL,
	"name" text NOT NULL,
	"event_type" text NOT NULL,
	"repo_filter" text,
	"post_pr_comment" boolean NOT NULL,
	"slack_url" text,
	"teams_url" text,
	"slack_webhook" text,
	"teams_webhook" text,
	"include_log_link" boolean NOT NULL,
	"include_diff_preview" boolean NOT NULL,
	"enabled" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "feedback_rules_event_type_check" CHECK ("feedback_rules"."event_type" in ('ci_failure', 'ci_heal', 'pr_merged', 'pr_blocked', 'config_failed', 'queue_admitted', 'merge_failure', 'rollback')),
	CONSTRAINT "feedback_rules_channel_check" CHECK ("feedback_rules"."post_pr_comment" or "feedback_rules"."slack_url" is not null or "feedback_rules"."teams_url" is not null)
);
--> statement-breakpoint
CREATE TABLE "feedback_sums" (
	"rule_id" bigint NOT NULL,
	"channel" text NOT NULL,
	"sent" bigint NOT NULL,
	"failed" bigint NOT NULL,
	CONSTRAINT "feedback_sums_pkey" PRIMARY KEY("rule_id","channel")
);
--> statement-breakpoint
ALTER TABLE "feedback_deliveries" ADD CONSTRAINT "feedback_deliveries_rule_id_fkey" FOREIGN KEY ("rule_id") REFERENCES "public"."feedback_rules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback_deliveries" ADD CONSTRAINT "feedback_deliveries_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback_rules" ADD CONSTRAINT "feedback_rules_installation_id_fkey" FOREIGN KEY ("installation_id") REFERENCES "public"."installations"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback_sums" ADD CONSTRAINT "feedback_sums_rule_id_fkey" FOREIGN KEY ("rule_id") REFERENCES "public"."feedback_rules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "feedback_deliveries_last_idx" ON "feedback_deliveries" USING btree ("rule_id","channel","id");--> statement-breakpoint
CREATE INDEX "feedback_deliveries_action_idx" ON "feedback_deliveries" USING btree ("action_id") WHERE action_id is not null;--> statement-breakpoint
CREATE INDEX "feedback_deliveries_age_idx" ON "feedback_deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "feedback_rules_order_idx" ON "feedback_rules" USING btree ("event_type" collate "C","name" collate "C","id");--> statement-breakpoint
CREATE INDEX "feedback_rules_event_idx" ON "feedback_rules" USING btree ("installation_id","event_type") WHERE enabled;