CREATE TABLE "action_checks" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"action_id" bigint NOT NULL,
	"check_type" text NOT NULL,
	"expected" text,
	"actual" text,
	"drifted" boolean NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "action_checks_check_type_check" CHECK ("action_checks"."check_type" in ('label', 'pr_state', 'review', 'comment', 'branch', 'manual'))
);
--> statement-breakpoint
CREATE TABLE "activity" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"source_id" bigint NOT NULL,
	"repo_id" bigint,
	"target_number" integer,
	"target_url" text,
	"action_type" text NOT NULL,
	"status" text NOT NULL,
	"former_status" text,
	"detail" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "activity_source_key" UNIQUE("source","source_id"),
	CONSTRAINT "activity_source_check" CHECK ("activity"."source" in ('ci_heal', 'issue_fix', 'maintainer', 'config_change', 'duplicate', 'merge_queue', 'ai_review', 'enforcement', 'webhook', 'quality_gate', 'waiver', 'action', 'audit_report', 'rollback'))
);
--> statement-breakpoint
CREATE TABLE "activity_sums" (
	"repo_id" bigint NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"source" text NOT NULL,
	"status" text NOT NULL,
	"lane" smallint NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "activity_sums_pkey" PRIMARY KEY("repo_id","hour","source","status","lane")
);
--> statement-breakpoint
CREATE TABLE "audit_days" (
	"day" date NOT NULL,
	"category" text NOT NULL,
	"event_type" text NOT NULL,
	"actor_type" text NOT NULL,
	"entries" bigint NOT NULL,
	"first_seq" bigint NOT NULL,
	"last_seq" bigint NOT NULL,
	"earliest" timestamp (3) with time zone NOT NULL,
	"latest" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "audit_days_pkey" PRIMARY KEY("day","category","event_type","actor_type")
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"category" text NOT NULL,
	"event_type" text NOT NULL,
	"actor" text NOT NULL,
	"actor_type" text NOT NULL,
	"repo_full_name" text,
	"pr_number" integer,
	"commit_sha" text,
	"payload" text NOT NULL,
	"framework" text[] NOT NULL,
	"control_id" text NOT NULL,
	"payload_hash" text NOT NULL,
	"prev_hash" text,
	"entry_hash" text NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "audit_entries_category_check" CHECK ("audit_entries"."category" in ('ai_decision', 'review_gate', 'heal', 'auto_merge', 'rollback', 'policy_bypass', 'branch_rule', 'config_change', 'vulnerability_dismissed', 'quarantine')),
	CONSTRAINT "audit_entries_actor_type_check" CHECK ("audit_entries"."actor_type" in ('human', 'bot', 'system'))
);
--> statement-breakpoint
CREATE TABLE "audit_exports" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"export_type" text NOT NULL,
	"date_covered" date NOT NULL,
	"entry_count" integer NOT NULL,
	"first_seq" bigint NOT NULL,
	"last_seq" bigint NOT NULL,
	"head_hash" text NOT NULL,
	"file_path" text NOT NULL,
	"file_hash" text NOT NULL,
	"seal" text NOT NULL,
	"signed" boolean NOT NULL,
	"content_preview" text NOT NULL,
	"final" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "audit_exports_date_covered_key" UNIQUE("date_covered")
);
--> statement-breakpoint
CREATE TABLE "audit_head" (
	"id" smallint PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"entry_hash" text NOT NULL,
	"prev_hash" text,
	"day" date NOT NULL,
	CONSTRAINT "audit_head_id_check" CHECK ("audit_head"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "audit_parties" (
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"entries" bigint NOT NULL,
	"last_day" date NOT NULL,
	CONSTRAINT "audit_parties_pkey" PRIMARY KEY("kind","name"),
	CONSTRAINT "audit_parties_kind_check" CHECK ("audit_parties"."kind" in ('actor', 'repo'))
);
--> statement-breakpoint
CREATE TABLE "compliance_reports" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"report_type" text NOT NULL,
	"status" text NOT NULL,
	"period_start" timestamp (3) with time zone NOT NULL,
	"period_end" timestamp (3) with time zone NOT NULL,
	"generated_by" text NOT NULL,
	"requested_by" text NOT NULL,
	"control_filter" text[] NOT NULL,
	"summary" text,
	"controls" text,
	"entry_count" integer DEFAULT 0 NOT NULL,
	"first_seq" bigint,
	"last_seq" bigint,
	"report_hash" text,
	"export_signed_at" timestamp (3) with time zone,
	"error" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "compliance_reports_report_type_check" CHECK ("compliance_reports"."report_type" in ('soc2', 'iso27001', 'custom')),
	CONSTRAINT "compliance_reports_status_check" CHECK ("compliance_reports"."status" in ('pending', 'running', 'ready', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "config_files" (
	"repo_id" bigint PRIMARY KEY NOT NULL,
	"path" text,
	"sha" text,
	"etag" text,
	"content" json DEFAULT '{}'::json NOT NULL,
	"fetched_at" timestamp (3) with time zone,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "config_history" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"repo_id" bigint NOT NULL,
	"action" text NOT NULL,
	"before" json NOT NULL,
	"after" json NOT NULL,
	"version" integer NOT NULL,
	"restored_from" bigint,
	"updated_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "config_history_action_check" CHECK ("config_history"."action" in ('set', 'patch', 'delete', 'restore'))
);
--> statement-breakpoint
CREATE TABLE "decisions" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"repo_id" bigint NOT NULL,
	"source" text NOT NULL,
	"trigger_event" text NOT NULL,
	"target_type" text NOT NULL,
	"target_number" integer,
	"target_branch" text,
	"pillar" text,
	"decision" text NOT NULL,
	"reason" text,
	"conditions" text NOT NULL,
	"plan" text,
	"inputs" text,
	"config_used" text,
	"config_version" integer,
	"evaluator" text,
	"evaluator_version" integer,
	"waiver_id" bigint,
	"commit_sha" text,
	"actor" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "decisions_source_check" CHECK ("decisions"."source" in ('ai_review', 'api', 'ci_heal', 'custom_rules', 'enforcement', 'issue_fix', 'maintainer', 'merge_queue', 'quality_gate', 'spam_gate', 'triage', 'trust')),
	CONSTRAINT "decisions_target_type_check" CHECK ("decisions"."target_type" in ('issue', 'pr', 'branch', 'repo')),
	CONSTRAINT "decisions_decision_check" CHECK ("decisions"."decision" in ('acted', 'skipped', 'dry_run', 'blocked', 'error'))
);
--> statement-breakpoint
CREATE TABLE "evidence_tallies" (
	"repo_id" bigint NOT NULL,
	"day" date NOT NULL,
	"measure" text NOT NULL,
	"lane" smallint NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "evidence_tallies_pkey" PRIMARY KEY("repo_id","day","measure","lane")
);
--> statement-breakpoint
CREATE TABLE "gate_days" (
	"repo_id" bigint NOT NULL,
	"day" date NOT NULL,
	"measured" jsonb NOT NULL,
	"taken_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "gate_days_pkey" PRIMARY KEY("repo_id","day")
);
--> statement-breakpoint
CREATE TABLE "gate_evaluations" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"repo_id" bigint NOT NULL,
	"gate_name" text NOT NULL,
	"is_default" boolean NOT NULL,
	"block_on_fail" boolean NOT NULL,
	"head_sha" text,
	"pr_number" integer,
	"result" text NOT NULL,
	"conditions" jsonb NOT NULL,
	"score" integer NOT NULL,
	"passed_count" integer NOT NULL,
	"failed_count" integer NOT NULL,
	"total_count" integer NOT NULL,
	"evaluated_at" timestamp (3) with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"decision_id" bigint,
	"job_id" uuid,
	CONSTRAINT "gate_evaluations_result_check" CHECK ("gate_evaluations"."result" in ('passed', 'failed')),
	CONSTRAINT "gate_evaluations_score_check" CHECK ("gate_evaluations"."score" between 0 and 100)
);
--> statement-breakpoint
CREATE TABLE "gate_standings" (
	"repo_id" bigint NOT NULL,
	"gate_name" text NOT NULL,
	"block_on_fail" boolean NOT NULL,
	"result" text NOT NULL,
	"conditions" jsonb NOT NULL,
	"score" integer NOT NULL,
	"passed_count" integer NOT NULL,
	"failed_count" integer NOT NULL,
	"total_count" integer NOT NULL,
	"evaluated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "gate_standings_pkey" PRIMARY KEY("repo_id","gate_name"),
	CONSTRAINT "gate_standings_result_check" CHECK ("gate_standings"."result" in ('passed', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "managed_action_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"action_id" bigint NOT NULL,
	"from_status" text,
	"to_status" text NOT NULL,
	"actor" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"detail" text
);
--> statement-breakpoint
CREATE TABLE "managed_actions" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"repo_id" bigint NOT NULL,
	"repo_full_name" text NOT NULL,
	"source" text NOT NULL,
	"source_id" bigint,
	"pillar" text,
	"action_type" text NOT NULL,
	"action_key" text NOT NULL,
	"action_value" text,
	"target_type" text NOT NULL,
	"target_number" integer,
	"target_branch" text,
	"target" text NOT NULL,
	"arguments" text NOT NULL,
	"marker" uuid NOT NULL,
	"marked_at" timestamp (3) with time zone NOT NULL,
	"host_id" bigint,
	"context_hash" text NOT NULL,
	"decision_id" bigint,
	"parent_action_id" bigint,
	"retry_number" integer DEFAULT 0 NOT NULL,
	"retries" integer DEFAULT 0 NOT NULL,
	"max_retries" integer DEFAULT 3 NOT NULL,
	"actor" text NOT NULL,
	"status" text NOT NULL,
	"evidence" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"error_message" text,
	"blocked_reason" text,
	"proposed_at" timestamp (3) with time zone NOT NULL,
	"approved_at" timestamp (3) with time zone,
	"executed_at" timestamp (3) with time zone,
	"resolved_at" timestamp (3) with time zone,
	"reconciled_at" timestamp (3) with time zone,
	"reconciliation_status" text,
	"check_after" timestamp (3) with time zone,
	"heal_outcome" text,
	"pr_outcome" text,
	"pr_merged_at" timestamp (3) with time zone,
	"pr_closed_at" timestamp (3) with time zone,
	"active" boolean DEFAULT true NOT NULL,
	"deactivated_at" timestamp (3) with time zone,
	"lease" uuid,
	"leased_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "managed_actions_retry_key" UNIQUE("parent_action_id","retry_number"),
	CONSTRAINT "managed_actions_action_type_check" CHECK ("managed_actions"."action_type" in ('add-label', 'remove-label', 'add-comment', 'add-reviewer', 'request-review', 'approve', 'create-patch-pr', 'create-branch', 'create-check', 'close-issue', 'close-pr', 'merge-pr', 'delete-branch', 'set-priority')),
	CONSTRAINT "managed_actions_status_check" CHECK ("managed_actions"."status" in ('proposed', 'approved', 'executing', 'retrying', 'succeeded', 'reconciled', 'failed', 'blocked', 'cancelled')),
	CONSTRAINT "managed_actions_target_type_check" CHECK ("managed_actions"."target_type" in ('issue', 'pr', 'branch', 'repo')),
	CONSTRAINT "managed_actions_blocked_reason_check" CHECK ("managed_actions"."blocked_reason" in ('target_drifted', 'marker_ambiguous', 'permission_denied', 'policy_denied', 'evidence_incomplete', 'verification_failed', 'backend_unavailable', 'rate_limited', 'duplicate_action', 'unsafe_scope', 'unknown')),
	CONSTRAINT "managed_actions_heal_outcome_check" CHECK ("managed_actions"."heal_outcome" in ('pending', 'verified', 'ineffective', 'unknown', 'rejected')),
	CONSTRAINT "managed_actions_pr_outcome_check" CHECK ("managed_actions"."pr_outcome" in ('merged', 'closed', 'dismissed', 'stale_closed', 'ci_failed')),
	CONSTRAINT "managed_actions_reconciliation_status_check" CHECK ("managed_actions"."reconciliation_status" in ('confirmed', 'drifted')),
	CONSTRAINT "managed_actions_resolved_at_check" CHECK ((resolved_at is null) = (status in ('proposed', 'approved', 'executing', 'retrying'))),
	CONSTRAINT "managed_actions_retries_check" CHECK (retries <= max_retries)
);
--> statement-breakpoint
CREATE TABLE "quality_gates" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"repo_id" bigint NOT NULL,
	"name" text NOT NULL,
	"is_default" boolean NOT NULL,
	"conditions" jsonb NOT NULL,
	"block_on_fail" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "quality_gates_name_key" UNIQUE("repo_id","name"),
	CONSTRAINT "quality_gates_name_check" CHECK (length("quality_gates"."name") between 1 and 64)
);
--> statement-breakpoint
CREATE TABLE "repo_configs" (
	"repo_id" bigint PRIMARY KEY NOT NULL,
	"overrides" json DEFAULT '{}'::json NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"updated_by" text,
	"updated_at" timestamp (3) with time zone,
	CONSTRAINT "repo_configs_version_check" CHECK ("repo_configs"."version" >= 0)
);
--> statement-breakpoint
CREATE TABLE "waivers" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"repo_id" bigint NOT NULL,
	"pillar" text NOT NULL,
	"scope" text NOT NULL,
	"scope_value" text,
	"reason" text NOT NULL,
	"granted_by" text NOT NULL,
	"granted_principal" text NOT NULL,
	"source" text NOT NULL,
	"comment_url" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"active" boolean NOT NULL,
	"expired_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"revoked_by" text,
	"revoked_principal" text,
	"uses" integer DEFAULT 0 NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"live" boolean NOT NULL,
	CONSTRAINT "waivers_pillar_check" CHECK ("waivers"."pillar" in ('triage', 'ci_healing', 'maintainer', 'issue_fix', 'enforcement', 'trust', 'merge_queue', 'ai_review', 'spam_gate', 'insights', 'custom_rules', 'quality_gates')),
	CONSTRAINT "waivers_scope_check" CHECK ("waivers"."scope" in ('issue', 'pr', 'branch', 'repo')),
	CONSTRAINT "waivers_source_check" CHECK ("waivers"."source" in ('api', 'dashboard', 'comment')),
	CONSTRAINT "waivers_scope_value_check" CHECK (("waivers"."scope" = 'repo') = ("waivers"."scope_value" is null)),
	CONSTRAINT "waivers_active_check" CHECK ("waivers"."active" = ("waivers"."expired_at" is null and "waivers"."revoked_at" is null))
);
--> statement-breakpoint
ALTER TABLE "action_checks" ADD CONSTRAINT "action_checks_action_id_fkey" FOREIGN KEY ("action_id") REFERENCES "public"."managed_actions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "config_files" ADD CONSTRAINT "config_files_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "config_history" ADD CONSTRAINT "config_history_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gate_days" ADD CONSTRAINT "gate_days_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gate_evaluations" ADD CONSTRAINT "gate_evaluations_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gate_standings" ADD CONSTRAINT "gate_standings_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "managed_action_events" ADD CONSTRAINT "managed_action_events_action_id_fkey" FOREIGN KEY ("action_id") REFERENCES "public"."managed_actions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "managed_actions" ADD CONSTRAINT "managed_actions_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "managed_actions" ADD CONSTRAINT "managed_actions_decision_id_fkey" FOREIGN KEY ("decision_id") REFERENCES "public"."decisions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "managed_actions" ADD CONSTRAINT "managed_actions_parent_action_id_fkey" FOREIGN KEY ("parent_action_id") REFERENCES "public"."managed_actions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quality_gates" ADD CONSTRAINT "quality_gates_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repo_configs" ADD CONSTRAINT "repo_configs_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waivers" ADD CONSTRAINT "waivers_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "action_checks_action_idx" ON "action_checks" USING btree ("action_id","id");--> statement-breakpoint
CREATE INDEX "activity_age_idx" ON "activity" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "activity_repo_idx" ON "activity" USING btree ("repo_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "activity_source_age_idx" ON "activity" USING btree ("source","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "activity_repo_work_idx" ON "activity" USING btree ("repo_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE source <> 'webhook';--> statement-breakpoint
CREATE INDEX "activity_status_idx" ON "activity" USING btree ("status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE status <> 'processed';--> statement-breakpoint
CREATE INDEX "audit_entries_category_idx" ON "audit_entries" USING btree ("category","seq");--> statement-breakpoint
CREATE INDEX "audit_entries_event_type_idx" ON "audit_entries" USING btree ("event_type","seq");--> statement-breakpoint
CREATE INDEX "audit_entries_actor_idx" ON "audit_entries" USING btree ("actor","seq");--> statement-breakpoint
CREATE INDEX "audit_entries_actor_type_idx" ON "audit_entries" USING btree ("actor_type","seq");--> statement-breakpoint
CREATE INDEX "audit_entries_repo_idx" ON "audit_entries" USING btree (lower("repo_full_name"),"seq");--> statement-breakpoint
CREATE INDEX "audit_entries_pr_idx" ON "audit_entries" USING btree ("pr_number","seq") WHERE "audit_entries"."pr_number" is not null;--> statement-breakpoint
CREATE INDEX "audit_entries_soc2_idx" ON "audit_entries" USING btree ("seq") WHERE 'soc2' = any("audit_entries"."framework");--> statement-breakpoint
CREATE INDEX "audit_entries_iso27001_idx" ON "audit_entries" USING btree ("seq") WHERE 'iso27001' = any("audit_entries"."framework");--> statement-breakpoint
CREATE INDEX "audit_parties_name_idx" ON "audit_parties" USING btree ("kind",lower("name"));--> statement-breakpoint
CREATE INDEX "audit_parties_last_day_idx" ON "audit_parties" USING btree ("kind","last_day");--> statement-breakpoint
CREATE INDEX "config_history_repo_idx" ON "config_history" USING btree ("repo_id","id");--> statement-breakpoint
CREATE INDEX "config_history_action_idx" ON "config_history" USING btree ("repo_id","action","id");--> statement-breakpoint
CREATE INDEX "decisions_age_idx" ON "decisions" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "decisions_repo_idx" ON "decisions" USING btree ("repo_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "decisions_repo_source_idx" ON "decisions" USING btree ("repo_id","source","decision","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "decisions_target_idx" ON "decisions" USING btree ("repo_id","target_number","target_type","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "decisions_source_idx" ON "decisions" USING btree ("source","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "decisions_source_decision_idx" ON "decisions" USING btree ("source","decision","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "decisions_decision_idx" ON "decisions" USING btree ("decision","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "decisions_target_type_idx" ON "decisions" USING btree ("target_type","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "decisions_pillar_idx" ON "decisions" USING btree ("pillar","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "decisions_trigger_event_idx" ON "decisions" USING btree ("trigger_event","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "gate_days_day_idx" ON "gate_days" USING btree ("day");--> statement-breakpoint
CREATE INDEX "gate_evaluations_repo_idx" ON "gate_evaluations" USING btree ("repo_id","evaluated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "gate_evaluations_gate_idx" ON "gate_evaluations" USING btree ("repo_id","gate_name","evaluated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "gate_evaluations_pr_idx" ON "gate_evaluations" USING btree ("repo_id","pr_number","evaluated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE pr_number is not null;--> statement-breakpoint
CREATE INDEX "gate_evaluations_job_idx" ON "gate_evaluations" USING btree ("job_id") WHERE job_id is not null;--> statement-breakpoint
CREATE INDEX "managed_action_events_action_idx" ON "managed_action_events" USING btree ("action_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "managed_actions_effect_key" ON "managed_actions" USING btree ("repo_id","action_key","target") WHERE resolved_at is null;--> statement-breakpoint
CREATE INDEX "managed_actions_effect_idx" ON "managed_actions" USING btree ("repo_id","action_key","target");--> statement-breakpoint
CREATE INDEX "managed_actions_live_idx" ON "managed_actions" USING btree ("status","proposed_at") WHERE resolved_at is null;--> statement-breakpoint
CREATE INDEX "managed_actions_check_after_idx" ON "managed_actions" USING btree ("check_after","id") WHERE status = 'succeeded';--> statement-breakpoint
CREATE INDEX "managed_actions_decision_idx" ON "managed_actions" USING btree ("decision_id");--> statement-breakpoint
CREATE INDEX "managed_actions_age_idx" ON "managed_actions" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "managed_actions_repo_idx" ON "managed_actions" USING btree ("repo_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "managed_actions_repo_status_idx" ON "managed_actions" USING btree ("repo_id","status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "managed_actions_target_idx" ON "managed_actions" USING btree ("repo_id","target_number","target_type","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "managed_actions_status_idx" ON "managed_actions" USING btree ("status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "managed_actions_pillar_idx" ON "managed_actions" USING btree ("pillar","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "managed_actions_type_idx" ON "managed_actions" USING btree ("action_type","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "waivers_candidate_idx" ON "waivers" USING btree ("repo_id","pillar","scope") WHERE active;--> statement-breakpoint
CREATE INDEX "waivers_expiry_idx" ON "waivers" USING btree ("expires_at") WHERE active and expires_at is not null;--> statement-breakpoint
CREATE INDEX "waivers_repo_idx" ON "waivers" USING btree ("repo_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "waivers_age_idx" ON "waivers" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
CREATE INDEX "waivers_pillar_idx" ON "waivers" USING btree ("pillar","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
CREATE INDEX "waivers_scope_idx" ON "waivers" USING btree ("scope","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
CREATE INDEX "waivers_grantor_idx" ON "waivers" USING btree ("granted_by","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
CREATE INDEX "waivers_active_idx" ON "waivers" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live and active;--> statement-breakpoint
CREATE INDEX "waivers_expired_idx" ON "waivers" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live and revoked_at is null and expires_at is not null;--> statement-breakpoint
CREATE INDEX "waivers_revoked_idx" ON "waivers" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live and revoked_at is not null;--> statement-breakpoint
CREATE INDEX "ci_runs_heal_pr_idx" ON "ci_runs" USING btree ("repo_id","heal_pr_number") WHERE live and heal_pr_number is not null;--> statement-breakpoint
CREATE INDEX "issues_duplicate_idx" ON "issues" USING btree ("repo_id") WHERE live and duplicate_of is not null;
--> statement-breakpoint
CREATE FUNCTION "audit_is_kept"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'the audit trail is kept as it is: % of % is refused', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER "audit_entries_kept" BEFORE UPDATE OR DELETE ON "audit_entries" FOR EACH ROW EXECUTE FUNCTION "audit_is_kept"();--> statement-breakpoint
CREATE TRIGGER "audit_entries_not_emptied" BEFORE TRUNCATE ON "audit_entries" FOR EACH STATEMENT EXECUTE FUNCTION "audit_is_kept"();--> statement-breakpoint
CREATE TRIGGER "audit_exports_kept" BEFORE DELETE ON "audit_exports" FOR EACH ROW EXECUTE FUNCTION "audit_is_kept"();--> statement-breakpoint
CREATE TRIGGER "audit_exports_final" BEFORE UPDATE ON "audit_exports" FOR EACH ROW WHEN (OLD."final") EXECUTE FUNCTION "audit_is_kept"();--> statement-breakpoint
CREATE TRIGGER "audit_exports_not_emptied" BEFORE TRUNCATE ON "audit_exports" FOR EACH STATEMENT EXECUTE FUNCTION "audit_is_kept"();--> statement-breakpoint
CREATE TRIGGER "audit_head_kept" BEFORE DELETE ON "audit_head" FOR EACH ROW EXECUTE FUNCTION "audit_is_kept"();--> statement-breakpoint
CREATE TRIGGER "audit_head_not_emptied" BEFORE TRUNCATE ON "audit_head" FOR EACH STATEMENT EXECUTE FUNCTION "audit_is_kept"();
--> statement-breakpoint
CREATE FUNCTION "decisions_are_kept"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'decisions are only ever added' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
-- A decision belongs to another repository where one takes the place of another; nothing else of it ever changes.
CREATE TRIGGER "decisions_no_update" BEFORE UPDATE OF "id", "source", "trigger_event", "target_type", "target_number", "target_branch", "pillar", "decision", "reason", "conditions", "plan", "inputs", "config_used", "config_version", "evaluator", "evaluator_version", "waiver_id", "commit_sha", "actor", "created_at" ON "decisions" FOR EACH STATEMENT EXECUTE FUNCTION "decisions_are_kept"();
--> statement-breakpoint
CREATE TRIGGER "decisions_no_delete" BEFORE DELETE OR TRUNCATE ON "decisions" FOR EACH STATEMENT EXECUTE FUNCTION "decisions_are_kept"();
--> statement-breakpoint
INSERT INTO "activity" (source, source_id, repo_id, action_type, status, detail, created_at)
SELECT 'webhook', id, repo_id, event_name || coalesce('.' || action, ''),
  CASE state WHEN 'processed' THEN 'processed' ELSE 'failed' END, left(coalesce(error, ''), 500), received_at
FROM "webhook_deliveries" WHERE state IN ('processed', 'failed', 'dead') ORDER BY received_at;--> statement-breakpoint
INSERT INTO "activity_sums" (repo_id, hour, source, status, lane, amount)
SELECT counted.repo_id, counted.hour, source, status, 0, count(*) FROM "activity"
CROSS JOIN LATERAL (VALUES (0::bigint, '-infinity'::timestamptz), (0::bigint, date_trunc('hour', created_at, 'UTC')),
  (repo_id, '-infinity'::timestamptz)) AS counted (repo_id, hour)
WHERE counted.repo_id IS NOT NULL GROUP BY 1, 2, 3, 4;
