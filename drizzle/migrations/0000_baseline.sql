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
	CONSTRAINT "audit_entries_category_check" CHECK ("audit_entries"."category" in ('ai_decision', 'review_gate', 'heal', 'auto_merge', 'rollback', 'policy_bypass', 'branch_rule', 'config_change', 'vulnerability_dismissed', 'quarantine', 'host_change')),
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
CREATE TABLE "ci_runs" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"host_run_id" bigint NOT NULL,
	"repo_id" bigint NOT NULL,
	"attempt" integer NOT NULL,
	"workflow_name" text NOT NULL,
	"branch" text NOT NULL,
	"fork_id" bigint,
	"head_sha" text NOT NULL,
	"event" text,
	"actor" text,
	"html_url" text,
	"status" text NOT NULL,
	"conclusion" text,
	"heal_status" text DEFAULT 'pending' NOT NULL,
	"heal_failure_type" text,
	"heal_root_cause" text,
	"heal_fix_applied" text,
	"heal_confidence" text,
	"heal_pr_url" text,
	"heal_pr_number" integer,
	"healed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"completed_at" timestamp (3) with time zone,
	"gone_at" timestamp (3) with time zone,
	"moved_from" bigint,
	"live" boolean NOT NULL,
	CONSTRAINT "ci_runs_host_run_id_key" UNIQUE("host_run_id"),
	CONSTRAINT "ci_runs_status_check" CHECK ("ci_runs"."status" in ('queued', 'in_progress', 'completed')),
	CONSTRAINT "ci_runs_conclusion_check" CHECK ("ci_runs"."conclusion" in ('success', 'failure', 'cancelled', 'neutral', 'timed_out', 'action_required', 'skipped', 'stale', 'startup_failure')),
	CONSTRAINT "ci_runs_heal_status_check" CHECK ("ci_runs"."heal_status" in ('pending', 'attempted', 'healed', 'failed', 'skipped'))
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
CREATE TABLE "delivery_checks" (
	"checked_until" timestamp (3) with time zone PRIMARY KEY NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"missed" integer NOT NULL,
	"missed_from" timestamp (3) with time zone,
	"missed_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "delivery_hours" (
	"hour" timestamp (3) with time zone NOT NULL,
	"event_name" text NOT NULL,
	"lane" smallint DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"ignored" integer DEFAULT 0 NOT NULL,
	"processed" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"dead" integer DEFAULT 0 NOT NULL,
	"errors" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "delivery_hours_pkey" PRIMARY KEY("hour","event_name","lane")
);
--> statement-breakpoint
CREATE TABLE "duplicate_backfills" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"repo_id" bigint NOT NULL,
	"job_id" uuid NOT NULL,
	"total" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"found" integer DEFAULT 0 NOT NULL,
	"reached" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "duplicate_signals" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"repo_id" bigint NOT NULL,
	"source_issue_id" bigint NOT NULL,
	"target_issue_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"similarity" integer NOT NULL,
	"status" text NOT NULL,
	"evidence" text NOT NULL,
	"decision_id" bigint,
	"resolved_by" text,
	"resolved_at" timestamp (3) with time zone,
	"by_person" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"gone_at" timestamp (3) with time zone,
	"live" boolean NOT NULL,
	CONSTRAINT "duplicate_signals_kind_check" CHECK ("duplicate_signals"."kind" in ('duplicate', 'related')),
	CONSTRAINT "duplicate_signals_status_check" CHECK ("duplicate_signals"."status" in ('pending', 'confirmed', 'dismissed')),
	CONSTRAINT "duplicate_signals_pair_check" CHECK (source_issue_id <> target_issue_id)
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
CREATE TABLE "fix_attempts" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"repo_id" bigint NOT NULL,
	"issue_number" integer NOT NULL,
	"attempt" integer NOT NULL,
	"triggered_by" text NOT NULL,
	"note" text,
	"dry_run" boolean NOT NULL,
	"job_id" uuid NOT NULL,
	"held_by" uuid,
	"status" text NOT NULL,
	"complexity" text,
	"confidence" text,
	"risk_score" integer,
	"risk_level" text,
	"base_branch" text,
	"base_sha" text,
	"analysis" text,
	"explanation" text,
	"files_changed" text[] DEFAULT '{}' NOT NULL,
	"lines_changed" integer,
	"branch_name" text NOT NULL,
	"pr_number" integer,
	"pr_url" text,
	"released_at" timestamp (3) with time zone,
	"release_tag" text,
	"error" text,
	"reason" text,
	"decision_id" bigint,
	"action_id" bigint,
	"created_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"live" boolean NOT NULL,
	CONSTRAINT "fix_attempts_status_check" CHECK ("fix_attempts"."status" in ('pending', 'analyzing', 'generating', 'submitted', 'merged', 'closed', 'rejected', 'failed', 'superseded')),
	CONSTRAINT "fix_attempts_complexity_check" CHECK ("fix_attempts"."complexity" in ('trivial', 'simple', 'moderate', 'complex')),
	CONSTRAINT "fix_attempts_confidence_check" CHECK ("fix_attempts"."confidence" in ('high', 'medium', 'low')),
	CONSTRAINT "fix_attempts_risk_level_check" CHECK ("fix_attempts"."risk_level" in ('low', 'medium', 'high')),
	CONSTRAINT "fix_attempts_error_check" CHECK ("fix_attempts"."error" in ('config_unreadable', 'pillar_disabled', 'issue_closed', 'author_is_bot', 'label_missing', 'issue_limit', 'daily_limit', 'trigger_filtered', 'waived', 'no_model', 'model_budget', 'not_fixable', 'too_complex', 'low_confidence', 'too_many_files', 'too_many_lines', 'blocked_path', 'not_offered', 'high_risk', 'guarded', 'dry_run', 'no_patch', 'bad_patch', 'model_failed', 'not_submitted', 'lost')),
	CONSTRAINT "fix_attempts_finished_at_check" CHECK ((finished_at is null) = (status in ('pending', 'analyzing', 'generating'))),
	CONSTRAINT "fix_attempts_released_at_check" CHECK ((released_at is null) = (release_tag is null))
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
CREATE TABLE "heal_attempts" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ci_run_id" bigint NOT NULL,
	"host_run_id" bigint NOT NULL,
	"repo_id" bigint NOT NULL,
	"run_attempt" integer NOT NULL,
	"attempt" integer NOT NULL,
	"workflow_name" text NOT NULL,
	"branch" text NOT NULL,
	"head_sha" text NOT NULL,
	"trigger" text NOT NULL,
	"requested_by" text,
	"wish" text DEFAULT 'auto' NOT NULL,
	"force" boolean DEFAULT false NOT NULL,
	"dry_run" boolean DEFAULT false NOT NULL,
	"job_id" uuid NOT NULL,
	"status" text NOT NULL,
	"strategy" text,
	"repair" text,
	"skip_reason" text,
	"failure_type" text,
	"transient" boolean,
	"rule" text,
	"root_cause" text,
	"confidence" text,
	"failing_job" text,
	"failing_file" text,
	"source_file" text,
	"failing_line" integer,
	"suggested_fix" text,
	"risk_score" integer,
	"risk_level" text,
	"signature" text,
	"extract" text DEFAULT '[]' NOT NULL,
	"files_changed" text[] DEFAULT '{}' NOT NULL,
	"heal_branch" text,
	"pr_number" integer,
	"pr_url" text,
	"pr_title" text,
	"pr_status" text,
	"pr_closed_at" timestamp (3) with time zone,
	"outcome" text,
	"settled_run_attempt" integer,
	"error" text,
	"decision_id" bigint,
	"action_id" bigint,
	"created_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"live" boolean NOT NULL,
	CONSTRAINT "heal_attempts_attempt_key" UNIQUE("ci_run_id","attempt"),
	CONSTRAINT "heal_attempts_trigger_check" CHECK ("heal_attempts"."trigger" in ('webhook', 'sync', 'retry', 'manual')),
	CONSTRAINT "heal_attempts_wish_check" CHECK ("heal_attempts"."wish" in ('auto', 'rerun', 'patch', 'diagnose')),
	CONSTRAINT "heal_attempts_status_check" CHECK ("heal_attempts"."status" in ('pending', 'attempted', 'healed', 'failed', 'skipped')),
	CONSTRAINT "heal_attempts_strategy_check" CHECK ("heal_attempts"."strategy" in ('rerun', 'patch_pr', 'comment_only')),
	CONSTRAINT "heal_attempts_repair_check" CHECK ("heal_attempts"."repair" in ('formatting', 'retired_actions', 'retired_images', 'workflow_commands', 'workflow_permissions', 'manifest', 'model')),
	CONSTRAINT "heal_attempts_skip_reason_check" CHECK ("heal_attempts"."skip_reason" in ('config_unreadable', 'run_not_failed', 'superseded', 'self_activity', 'circuit_open', 'pillar_disabled', 'cooldown', 'attempt_cap', 'trigger_filtered', 'waived', 'logs_unavailable', 'incident', 'duplicate_signature', 'diagnosis_only', 'already_rerun', 'low_confidence', 'not_healable', 'no_model', 'not_auto_fixable', 'no_file', 'auto_patch_off', 'high_risk', 'file_blocked', 'duplicate_patch', 'dry_run')),
	CONSTRAINT "heal_attempts_failure_type_check" CHECK ("heal_attempts"."failure_type" in ('dependency_resolution', 'compile_error', 'type_check', 'lint_format', 'test_failure', 'timeout', 'out_of_memory', 'disk_full', 'network', 'rate_limit', 'auth_permission', 'docker_build', 'config_error', 'runner_infra', 'crash', 'quality_gate', 'unknown')),
	CONSTRAINT "heal_attempts_confidence_check" CHECK ("heal_attempts"."confidence" in ('high', 'medium', 'low')),
	CONSTRAINT "heal_attempts_risk_level_check" CHECK ("heal_attempts"."risk_level" in ('low', 'medium', 'high')),
	CONSTRAINT "heal_attempts_pr_status_check" CHECK ("heal_attempts"."pr_status" in ('open', 'merged', 'closed')),
	CONSTRAINT "heal_attempts_outcome_check" CHECK ("heal_attempts"."outcome" in ('pending', 'verified', 'ineffective', 'unknown', 'rejected')),
	CONSTRAINT "heal_attempts_finished_at_check" CHECK ((finished_at is null) = (status in ('pending', 'attempted')))
);
--> statement-breakpoint
CREATE TABLE "host_budgets" (
	"credential" text NOT NULL,
	"installation_id" bigint NOT NULL,
	"resource" text NOT NULL,
	"remaining" integer NOT NULL,
	"limit" integer NOT NULL,
	"used" integer NOT NULL,
	"reset_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "host_budgets_pkey" PRIMARY KEY("credential","installation_id","resource")
);
--> statement-breakpoint
CREATE TABLE "host_cooldowns" (
	"credential" text NOT NULL,
	"installation_id" bigint NOT NULL,
	"scope" text NOT NULL,
	"reason" text NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "host_cooldowns_pkey" PRIMARY KEY("credential","installation_id","scope"),
	CONSTRAINT "host_cooldowns_reason_check" CHECK ("host_cooldowns"."reason" in ('token_invalid', 'forbidden', 'rate_exhausted', 'rate_limited_retry_after', 'rate_limited'))
);
--> statement-breakpoint
CREATE TABLE "host_hours" (
	"hour" timestamp (3) with time zone NOT NULL,
	"lane" smallint NOT NULL,
	"requests" integer NOT NULL,
	"errors" integer NOT NULL,
	"hits" integer NOT NULL,
	"misses" integer NOT NULL,
	CONSTRAINT "host_hours_pkey" PRIMARY KEY("hour","lane")
);
--> statement-breakpoint
CREATE TABLE "installations" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"host_id" bigint NOT NULL,
	"account_login" text,
	"account_type" text,
	"target_id" bigint,
	"suspended_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"missed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "installations_host_id_key" UNIQUE("host_id")
);
--> statement-breakpoint
CREATE TABLE "issues" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"host_id" bigint NOT NULL,
	"repo_id" bigint NOT NULL,
	"number" integer NOT NULL,
	"title" text NOT NULL,
	"body" text,
	"state" text NOT NULL,
	"labels" text[] NOT NULL,
	"assignees" text[] NOT NULL,
	"author" text,
	"triage_type" text,
	"triage_priority" text,
	"triage_summary" text,
	"triaged_at" timestamp (3) with time zone,
	"duplicate_of" bigint,
	"dup_check_at" timestamp (3) with time zone,
	"dup_revision" bigint,
	"dup_job_id" uuid,
	"revision" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"gone_at" timestamp (3) with time zone,
	"moved_from" bigint,
	"live" boolean NOT NULL,
	"priority_rank" smallint GENERATED ALWAYS AS (case triage_priority when 'critical' then 1 when 'high' then 2 when 'medium' then 3 when 'low' then 4 else 5 end) STORED NOT NULL,
	CONSTRAINT "issues_host_id_key" UNIQUE("host_id"),
	CONSTRAINT "issues_state_check" CHECK ("issues"."state" in ('open', 'closed'))
);
--> statement-breakpoint
CREATE TABLE "labels" (
	"repo_id" bigint NOT NULL,
	"host_id" bigint NOT NULL,
	"name" text NOT NULL,
	"color" text,
	"description" text,
	CONSTRAINT "labels_pkey" PRIMARY KEY("repo_id","host_id")
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
	"follow_after" timestamp (3) with time zone,
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
	CONSTRAINT "managed_actions_action_type_check" CHECK ("managed_actions"."action_type" in ('add-label', 'remove-label', 'add-comment', 'add-reviewer', 'request-review', 'approve', 'create-patch-pr', 'create-branch', 'create-check', 'close-issue', 'close-pr', 'merge-pr', 'delete-branch', 'set-priority', 'rerun-failed-jobs', 'comment-commit')),
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
CREATE TABLE "members" (
	"installation_id" bigint NOT NULL,
	"host_id" bigint NOT NULL,
	"host_login" text NOT NULL,
	"avatar_url" text,
	"role" text NOT NULL,
	"site_admin" boolean NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "members_pkey" PRIMARY KEY("installation_id","host_id"),
	CONSTRAINT "members_role_check" CHECK ("members"."role" in ('owner', 'member'))
);
--> statement-breakpoint
CREATE TABLE "model_days" (
	"day" date PRIMARY KEY NOT NULL,
	"tokens" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pull_requests" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"host_id" bigint NOT NULL,
	"repo_id" bigint NOT NULL,
	"number" integer NOT NULL,
	"title" text NOT NULL,
	"body" text,
	"state" text NOT NULL,
	"draft" boolean NOT NULL,
	"head_branch" text NOT NULL,
	"base_branch" text NOT NULL,
	"head_sha" text,
	"labels" text[] NOT NULL,
	"author" text,
	"additions" integer,
	"deletions" integer,
	"changed_files" integer,
	"triage_type" text,
	"triage_size" text,
	"triage_risk" text,
	"triage_summary" text,
	"triaged_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"merged_at" timestamp (3) with time zone,
	"gone_at" timestamp (3) with time zone,
	"moved_from" bigint,
	"live" boolean NOT NULL,
	"risk_rank" smallint GENERATED ALWAYS AS (case triage_risk when 'high' then 1 when 'medium' then 2 when 'low' then 3 else 4 end) STORED NOT NULL,
	CONSTRAINT "pull_requests_host_id_key" UNIQUE("host_id"),
	CONSTRAINT "pull_requests_state_check" CHECK ("pull_requests"."state" in ('open', 'closed', 'merged'))
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
CREATE UNLOGGED TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"taken" integer NOT NULL,
	"granted" integer NOT NULL,
	"reset_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recount_repairs" (
	"kind" text PRIMARY KEY NOT NULL,
	"sums" bigint NOT NULL,
	CONSTRAINT "recount_repairs_kind_check" CHECK ("recount_repairs"."kind" in ('issues', 'prs', 'ci', 'heals', 'duplicates', 'waivers', 'decisions', 'actions', 'triage', 'repos', 'open_counts', 'activity', 'deliveries', 'unknown'))
);
--> statement-breakpoint
CREATE TABLE "recount_walks" (
	"walk" text PRIMARY KEY NOT NULL,
	"position" text,
	"steps" bigint NOT NULL,
	CONSTRAINT "recount_walks_walk_check" CHECK ("recount_walks"."walk" in ('repositories', 'days'))
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
CREATE TABLE "repositories" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"host_id" bigint NOT NULL,
	"installation_id" bigint,
	"full_name" text NOT NULL,
	"owner" text NOT NULL,
	"name" text NOT NULL,
	"private" boolean NOT NULL,
	"default_branch" text,
	"archived" boolean DEFAULT false NOT NULL,
	"language" text,
	"stars" integer DEFAULT 0 NOT NULL,
	"pushed_at" timestamp (3) with time zone,
	"open_issues" integer DEFAULT 0 NOT NULL,
	"open_prs" integer DEFAULT 0 NOT NULL,
	"last_synced_at" timestamp (3) with time zone,
	"health_day" date DEFAULT '-infinity' NOT NULL,
	"health_pass_rate" double precision,
	"health_unhealed" integer DEFAULT 0 NOT NULL,
	"health_healed" integer DEFAULT 0 NOT NULL,
	"health_failures" integer DEFAULT 0 NOT NULL,
	"health_stale_issues" integer DEFAULT 0 NOT NULL,
	"health_stale_prs" integer DEFAULT 0 NOT NULL,
	"health_score" integer DEFAULT 100 NOT NULL,
	"health_status" text DEFAULT 'unknown' NOT NULL,
	"health_rank" smallint GENERATED ALWAYS AS (case health_status when 'at_risk' then 1 else 2 end) STORED NOT NULL,
	"counted" boolean DEFAULT false NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"missed_at" timestamp (3) with time zone,
	"presence_told_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"host_created_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "repositories_host_id_key" UNIQUE("host_id"),
	CONSTRAINT "repositories_health_status_check" CHECK ("repositories"."health_status" in ('at_risk', 'degraded', 'healthy', 'unknown'))
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_sha256" text PRIMARY KEY NOT NULL,
	"principal" text NOT NULL,
	"key_id" text NOT NULL,
	"ip" text,
	"user_agent" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sync_walks" (
	"repo_id" bigint NOT NULL,
	"part" text NOT NULL,
	"mode" text,
	"next" text,
	"newest" timestamp (3) with time zone,
	"edge" timestamp (3) with time zone,
	"begun_at" timestamp (3) with time zone,
	"seen" integer DEFAULT 0 NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"gone" integer DEFAULT 0 NOT NULL,
	"up_to" timestamp (3) with time zone,
	"etag" text,
	"is_full_wanted" boolean DEFAULT false NOT NULL,
	"pushed_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"compared_at" timestamp (3) with time zone,
	CONSTRAINT "sync_walks_pkey" PRIMARY KEY("repo_id","part"),
	CONSTRAINT "sync_walks_part_check" CHECK ("sync_walks"."part" in ('labels', 'issues', 'pull_requests', 'ci_runs')),
	CONSTRAINT "sync_walks_mode_check" CHECK ("sync_walks"."mode" in ('full', 'news'))
);
--> statement-breakpoint
CREATE TABLE "syncs" (
	"repo_id" bigint PRIMARY KEY NOT NULL,
	"status" text NOT NULL,
	"job_id" text,
	"phase" text,
	"last_error" text,
	"requested_at" timestamp (3) with time zone,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"next_attempt_at" timestamp (3) with time zone,
	"leased_until" timestamp (3) with time zone,
	CONSTRAINT "syncs_status_check" CHECK ("syncs"."status" in ('idle', 'queued', 'running', 'failed')),
	CONSTRAINT "syncs_phase_check" CHECK ("syncs"."phase" in ('labels', 'issues', 'pull_requests', 'ci_runs'))
);
--> statement-breakpoint
CREATE TABLE "tallies" (
	"repo_id" bigint NOT NULL,
	"day" date NOT NULL,
	"measure" text NOT NULL,
	"lane" smallint NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "tallies_pkey" PRIMARY KEY("repo_id","day","measure","lane")
);
--> statement-breakpoint
CREATE TABLE "triage_failures" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"job_id" uuid NOT NULL,
	"repo_id" bigint NOT NULL,
	"target_type" text NOT NULL,
	"target_number" integer NOT NULL,
	"trigger_event" text NOT NULL,
	"error" text,
	"attempts" integer NOT NULL,
	"state" text NOT NULL,
	"retry_job_id" uuid,
	"retry_reason" text,
	"retried_by" text,
	"ended_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "triage_failures_job_id_key" UNIQUE("job_id"),
	CONSTRAINT "triage_failures_target_type_check" CHECK ("triage_failures"."target_type" in ('issue', 'pr')),
	CONSTRAINT "triage_failures_state_check" CHECK ("triage_failures"."state" in ('open', 'retried', 'resolved'))
);
--> statement-breakpoint
CREATE TABLE "triage_models" (
	"repo_id" bigint PRIMARY KEY NOT NULL,
	"model" text NOT NULL,
	"lessons" integer NOT NULL,
	"version" integer NOT NULL,
	"revision" uuid NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "triages" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"repo_id" bigint NOT NULL,
	"target_type" text NOT NULL,
	"target_id" bigint NOT NULL,
	"target_number" integer NOT NULL,
	"content_version" text NOT NULL,
	"job_id" uuid NOT NULL,
	"decision_id" bigint NOT NULL,
	"type" text,
	"priority" text,
	"probability" double precision,
	"is_sure" boolean NOT NULL,
	"model" text,
	"label" text,
	"heard" text,
	"heard_type" text,
	"heard_by" text,
	"heard_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "triages_content_key" UNIQUE("target_type","target_id","content_version"),
	CONSTRAINT "triages_target_type_check" CHECK ("triages"."target_type" in ('issue', 'pr')),
	CONSTRAINT "triages_heard_check" CHECK ("triages"."heard" in ('confirmed', 'corrected', 'refused'))
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
CREATE TABLE "webhook_deliveries" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"delivery_id" text NOT NULL,
	"event_name" text NOT NULL,
	"action" text,
	"repo" text,
	"repo_id" bigint,
	"installation_id" bigint,
	"entity" text,
	"state" text NOT NULL,
	"error" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"processed_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	"duplicate_count" integer DEFAULT 0 NOT NULL,
	"last_duplicate_at" timestamp (3) with time zone,
	"payload" text,
	"payload_sha256" text NOT NULL,
	"job_id" uuid,
	"rules_at" timestamp (3) with time zone,
	"skipped_by" text,
	"corrections" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "webhook_deliveries_delivery_id_key" UNIQUE("delivery_id"),
	CONSTRAINT "webhook_deliveries_state_check" CHECK ("webhook_deliveries"."state" in ('received', 'queued', 'processed', 'ignored', 'failed', 'dead'))
);
--> statement-breakpoint
ALTER TABLE "action_checks" ADD CONSTRAINT "action_checks_action_id_fkey" FOREIGN KEY ("action_id") REFERENCES "public"."managed_actions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ci_runs" ADD CONSTRAINT "ci_runs_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "config_files" ADD CONSTRAINT "config_files_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "config_history" ADD CONSTRAINT "config_history_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "duplicate_backfills" ADD CONSTRAINT "duplicate_backfills_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "duplicate_signals" ADD CONSTRAINT "duplicate_signals_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fix_attempts" ADD CONSTRAINT "fix_attempts_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fix_attempts" ADD CONSTRAINT "fix_attempts_decision_id_fkey" FOREIGN KEY ("decision_id") REFERENCES "public"."decisions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fix_attempts" ADD CONSTRAINT "fix_attempts_action_id_fkey" FOREIGN KEY ("action_id") REFERENCES "public"."managed_actions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gate_days" ADD CONSTRAINT "gate_days_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gate_evaluations" ADD CONSTRAINT "gate_evaluations_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gate_standings" ADD CONSTRAINT "gate_standings_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "heal_attempts" ADD CONSTRAINT "heal_attempts_ci_run_id_fkey" FOREIGN KEY ("ci_run_id") REFERENCES "public"."ci_runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "heal_attempts" ADD CONSTRAINT "heal_attempts_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "heal_attempts" ADD CONSTRAINT "heal_attempts_decision_id_fkey" FOREIGN KEY ("decision_id") REFERENCES "public"."decisions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "heal_attempts" ADD CONSTRAINT "heal_attempts_action_id_fkey" FOREIGN KEY ("action_id") REFERENCES "public"."managed_actions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issues" ADD CONSTRAINT "issues_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "labels" ADD CONSTRAINT "labels_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "managed_action_events" ADD CONSTRAINT "managed_action_events_action_id_fkey" FOREIGN KEY ("action_id") REFERENCES "public"."managed_actions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "managed_actions" ADD CONSTRAINT "managed_actions_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "managed_actions" ADD CONSTRAINT "managed_actions_decision_id_fkey" FOREIGN KEY ("decision_id") REFERENCES "public"."decisions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "managed_actions" ADD CONSTRAINT "managed_actions_parent_action_id_fkey" FOREIGN KEY ("parent_action_id") REFERENCES "public"."managed_actions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_installation_id_fkey" FOREIGN KEY ("installation_id") REFERENCES "public"."installations"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pull_requests" ADD CONSTRAINT "pull_requests_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quality_gates" ADD CONSTRAINT "quality_gates_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repo_configs" ADD CONSTRAINT "repo_configs_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repositories" ADD CONSTRAINT "repositories_installation_id_fkey" FOREIGN KEY ("installation_id") REFERENCES "public"."installations"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_walks" ADD CONSTRAINT "sync_walks_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "syncs" ADD CONSTRAINT "syncs_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "triage_failures" ADD CONSTRAINT "triage_failures_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "triage_models" ADD CONSTRAINT "triage_models_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "triages" ADD CONSTRAINT "triages_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
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
CREATE INDEX "ci_runs_heal_pr_idx" ON "ci_runs" USING btree ("repo_id","heal_pr_number") WHERE live and heal_pr_number is not null;--> statement-breakpoint
CREATE INDEX "ci_runs_age_idx" ON "ci_runs" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
CREATE INDEX "ci_runs_heal_idx" ON "ci_runs" USING btree ("heal_status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
CREATE INDEX "ci_runs_conclusion_idx" ON "ci_runs" USING btree ("conclusion","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
CREATE INDEX "ci_runs_branch_idx" ON "ci_runs" USING btree ("branch","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
CREATE INDEX "ci_runs_repo_age_idx" ON "ci_runs" USING btree ("repo_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
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
CREATE INDEX "delivery_checks_missed_idx" ON "delivery_checks" USING btree ("checked_until") WHERE "delivery_checks"."missed" > 0;--> statement-breakpoint
CREATE UNIQUE INDEX "duplicate_backfills_repo_key" ON "duplicate_backfills" USING btree ("repo_id") WHERE finished_at is null;--> statement-breakpoint
CREATE INDEX "duplicate_backfills_repo_idx" ON "duplicate_backfills" USING btree ("repo_id");--> statement-breakpoint
CREATE INDEX "duplicate_backfills_age_idx" ON "duplicate_backfills" USING btree ("started_at") WHERE finished_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "duplicate_signals_pair_key" ON "duplicate_signals" USING btree (least(source_issue_id, target_issue_id),greatest(source_issue_id, target_issue_id)) WHERE gone_at is null;--> statement-breakpoint
CREATE INDEX "duplicate_signals_source_idx" ON "duplicate_signals" USING btree ("source_issue_id");--> statement-breakpoint
CREATE INDEX "duplicate_signals_target_idx" ON "duplicate_signals" USING btree ("target_issue_id");--> statement-breakpoint
CREATE INDEX "duplicate_signals_repo_idx" ON "duplicate_signals" USING btree ("repo_id","similarity" DESC NULLS FIRST,"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "duplicate_signals_answers_idx" ON "duplicate_signals" USING btree ("repo_id","resolved_at" DESC NULLS FIRST) WHERE by_person;--> statement-breakpoint
CREATE INDEX "duplicate_signals_similarity_idx" ON "duplicate_signals" USING btree ("similarity" DESC NULLS FIRST,"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
CREATE INDEX "duplicate_signals_status_idx" ON "duplicate_signals" USING btree ("status","similarity" DESC NULLS FIRST,"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
CREATE INDEX "duplicate_signals_kind_idx" ON "duplicate_signals" USING btree ("kind","similarity" DESC NULLS FIRST,"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
CREATE UNIQUE INDEX "fix_attempts_open_key" ON "fix_attempts" USING btree ("repo_id","issue_number") WHERE finished_at is null;--> statement-breakpoint
CREATE INDEX "fix_attempts_repo_age_idx" ON "fix_attempts" USING btree ("repo_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "fix_attempts_issue_idx" ON "fix_attempts" USING btree ("repo_id","issue_number");--> statement-breakpoint
CREATE INDEX "fix_attempts_open_idx" ON "fix_attempts" USING btree ("created_at") WHERE finished_at is null;--> statement-breakpoint
CREATE INDEX "fix_attempts_pull_idx" ON "fix_attempts" USING btree ("repo_id","pr_number") WHERE status in ('submitted', 'closed');--> statement-breakpoint
CREATE INDEX "fix_attempts_unreleased_idx" ON "fix_attempts" USING btree ("repo_id","id") WHERE status in ('submitted', 'merged') and released_at is null;--> statement-breakpoint
CREATE INDEX "gate_days_day_idx" ON "gate_days" USING btree ("day");--> statement-breakpoint
CREATE INDEX "gate_evaluations_repo_idx" ON "gate_evaluations" USING btree ("repo_id","evaluated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "gate_evaluations_gate_idx" ON "gate_evaluations" USING btree ("repo_id","gate_name","evaluated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "gate_evaluations_pr_idx" ON "gate_evaluations" USING btree ("repo_id","pr_number","evaluated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE pr_number is not null;--> statement-breakpoint
CREATE INDEX "gate_evaluations_job_idx" ON "gate_evaluations" USING btree ("job_id") WHERE job_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "heal_attempts_automatic_key" ON "heal_attempts" USING btree ("ci_run_id","run_attempt") WHERE trigger in ('webhook', 'sync');--> statement-breakpoint
CREATE UNIQUE INDEX "heal_attempts_open_key" ON "heal_attempts" USING btree ("ci_run_id") WHERE finished_at is null;--> statement-breakpoint
CREATE INDEX "heal_attempts_host_run_idx" ON "heal_attempts" USING btree ("host_run_id");--> statement-breakpoint
CREATE INDEX "heal_attempts_branch_idx" ON "heal_attempts" USING btree ("repo_id","branch","created_at");--> statement-breakpoint
CREATE INDEX "heal_attempts_pull_idx" ON "heal_attempts" USING btree ("repo_id","pr_number") WHERE pr_number is not null;--> statement-breakpoint
CREATE INDEX "heal_attempts_proposed_idx" ON "heal_attempts" USING btree ("repo_id","branch") WHERE outcome = 'pending' and pr_number is not null;--> statement-breakpoint
CREATE INDEX "heal_attempts_extract_idx" ON "heal_attempts" USING btree ("created_at") WHERE extract <> '[]';--> statement-breakpoint
CREATE INDEX "heal_attempts_signature_idx" ON "heal_attempts" USING btree ("signature","created_at");--> statement-breakpoint
CREATE INDEX "heal_attempts_age_idx" ON "heal_attempts" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
CREATE INDEX "heal_attempts_status_idx" ON "heal_attempts" USING btree ("status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
CREATE INDEX "heal_attempts_repo_age_idx" ON "heal_attempts" USING btree ("repo_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
CREATE INDEX "issues_number_idx" ON "issues" USING btree ("repo_id","number");--> statement-breakpoint
CREATE INDEX "issues_urgency_idx" ON "issues" USING btree ("priority_rank","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
CREATE INDEX "issues_state_urgency_idx" ON "issues" USING btree ("state","priority_rank","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
CREATE INDEX "issues_open_untriaged_idx" ON "issues" USING btree ("priority_rank","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live and state = 'open' and triaged_at is null;--> statement-breakpoint
CREATE INDEX "issues_untriaged_idx" ON "issues" USING btree ("priority_rank","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live and triaged_at is null;--> statement-breakpoint
CREATE INDEX "issues_repo_age_idx" ON "issues" USING btree ("repo_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
CREATE INDEX "issues_duplicate_idx" ON "issues" USING btree ("repo_id") WHERE live and duplicate_of is not null;--> statement-breakpoint
CREATE INDEX "issues_revision_idx" ON "issues" USING btree ("repo_id","revision","host_id");--> statement-breakpoint
CREATE INDEX "issues_unchecked_idx" ON "issues" USING btree ("repo_id","number") WHERE live and state = 'open' and dup_check_at is null;--> statement-breakpoint
CREATE INDEX "issues_stale_idx" ON "issues" USING btree ("updated_at","repo_id") WHERE live and state = 'open';--> statement-breakpoint
CREATE INDEX "issues_repo_stale_idx" ON "issues" USING btree ("repo_id","updated_at") WHERE live and state = 'open';--> statement-breakpoint
CREATE INDEX "managed_action_events_action_idx" ON "managed_action_events" USING btree ("action_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "managed_actions_effect_key" ON "managed_actions" USING btree ("repo_id","action_key","target") WHERE resolved_at is null;--> statement-breakpoint
CREATE INDEX "managed_actions_effect_idx" ON "managed_actions" USING btree ("repo_id","action_key","target");--> statement-breakpoint
CREATE INDEX "managed_actions_live_idx" ON "managed_actions" USING btree ("status","proposed_at") WHERE resolved_at is null;--> statement-breakpoint
CREATE INDEX "managed_actions_check_after_idx" ON "managed_actions" USING btree ("check_after","id") WHERE status = 'succeeded';--> statement-breakpoint
CREATE INDEX "managed_actions_follow_after_idx" ON "managed_actions" USING btree ("follow_after") WHERE follow_after is not null;--> statement-breakpoint
CREATE INDEX "managed_actions_decision_idx" ON "managed_actions" USING btree ("decision_id");--> statement-breakpoint
CREATE INDEX "managed_actions_age_idx" ON "managed_actions" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "managed_actions_repo_idx" ON "managed_actions" USING btree ("repo_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "managed_actions_repo_status_idx" ON "managed_actions" USING btree ("repo_id","status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "managed_actions_target_idx" ON "managed_actions" USING btree ("repo_id","target_number","target_type","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "managed_actions_status_idx" ON "managed_actions" USING btree ("status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "managed_actions_pillar_idx" ON "managed_actions" USING btree ("pillar","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "managed_actions_type_idx" ON "managed_actions" USING btree ("action_type","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "pull_requests_number_idx" ON "pull_requests" USING btree ("repo_id","number");--> statement-breakpoint
CREATE INDEX "pull_requests_risk_idx" ON "pull_requests" USING btree ("risk_rank","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
CREATE INDEX "pull_requests_state_risk_idx" ON "pull_requests" USING btree ("state","risk_rank","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
CREATE INDEX "pull_requests_repo_age_idx" ON "pull_requests" USING btree ("repo_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
CREATE INDEX "pull_requests_open_idx" ON "pull_requests" USING btree ("created_at","repo_id") WHERE live and state = 'open';--> statement-breakpoint
CREATE INDEX "pull_requests_repo_merged_idx" ON "pull_requests" USING btree ("repo_id","merged_at") WHERE live and state = 'merged';--> statement-breakpoint
CREATE INDEX "rate_limits_reset_at_idx" ON "rate_limits" USING btree ("reset_at");--> statement-breakpoint
CREATE INDEX "repositories_full_name_idx" ON "repositories" USING btree ((lower("full_name") collate "C"),"id");--> statement-breakpoint
CREATE INDEX "repositories_owner_idx" ON "repositories" USING btree (lower("owner"),(lower("full_name") collate "C"),"id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "repositories_stars_idx" ON "repositories" USING btree ("stars","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "repositories_open_issues_idx" ON "repositories" USING btree ("open_issues","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "repositories_open_prs_idx" ON "repositories" USING btree ("open_prs","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "repositories_last_synced_at_idx" ON "repositories" USING btree (coalesce("last_synced_at", 'epoch'::timestamptz),"id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "repositories_health_idx" ON "repositories" USING btree ("health_rank","health_score",(lower("full_name") collate "C"),"id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "repositories_health_day_idx" ON "repositories" USING btree ("health_day") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "repositories_installation_id_idx" ON "repositories" USING btree ("installation_id");--> statement-breakpoint
CREATE INDEX "sessions_key_id_idx" ON "sessions" USING btree ("key_id","expires_at");--> statement-breakpoint
CREATE INDEX "sessions_expires_at_idx" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "triage_failures_age_idx" ON "triage_failures" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "triage_failures_repo_idx" ON "triage_failures" USING btree ("repo_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "triage_failures_open_idx" ON "triage_failures" USING btree ("repo_id","target_number") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "triage_failures_open_age_idx" ON "triage_failures" USING btree ("created_at") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "triages_repo_idx" ON "triages" USING btree ("repo_id","id");--> statement-breakpoint
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
CREATE INDEX "webhook_deliveries_received_at_idx" ON "webhook_deliveries" USING btree ("received_at","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_repo_idx" ON "webhook_deliveries" USING btree ("repo","received_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_repo_id_idx" ON "webhook_deliveries" USING btree ("repo_id","received_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_event_idx" ON "webhook_deliveries" USING btree ("event_name","received_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_failed_idx" ON "webhook_deliveries" USING btree ("failed_at") WHERE "webhook_deliveries"."failed_at" is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_open_idx" ON "webhook_deliveries" USING btree ("state","received_at","id") WHERE "webhook_deliveries"."state" not in ('processed', 'ignored');--> statement-breakpoint
CREATE INDEX "webhook_deliveries_order_idx" ON "webhook_deliveries" USING btree ("entity","id") WHERE "webhook_deliveries"."state" = 'queued' and "webhook_deliveries"."error" is null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_error_idx" ON "webhook_deliveries" USING btree ("received_at","id") WHERE "webhook_deliveries"."error" is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_payload_idx" ON "webhook_deliveries" USING btree ("received_at") WHERE "webhook_deliveries"."payload" is not null;
--> statement-breakpoint
-- From here on by hand: what the tables in drizzle/tables cannot say. So is the word UNLOGGED of "rate_limits".
-- Rows are updated once soon after they are written: room on the page keeps that update out of the indexes.
ALTER TABLE "webhook_deliveries" SET (fillfactor = 80);
--> statement-breakpoint
-- Much cheaper than the default for payloads; a server built without it keeps its default.
DO $$ BEGIN
  ALTER TABLE "webhook_deliveries" ALTER COLUMN "payload" SET COMPRESSION lz4;
EXCEPTION WHEN feature_not_supported THEN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "audit_is_kept"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'the audit trail is kept as it is: % of % is refused', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
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
CREATE SEQUENCE "issue_revisions";
--> statement-breakpoint
-- What the search for duplicates knows of an issue has changed. Whoever changes an issue holds its repository until the
-- commit, so within a repository revisions grow in the order of commits.
CREATE FUNCTION "issue_is_revised"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (NEW.repo_id, NEW.title, NEW.body, NEW.state, NEW.closed_at, NEW.gone_at, NEW.duplicate_of)
    IS NOT DISTINCT FROM (OLD.repo_id, OLD.title, OLD.body, OLD.state, OLD.closed_at, OLD.gone_at, OLD.duplicate_of) THEN
    NEW.revision := OLD.revision;
  ELSE
    NEW.revision := nextval('issue_revisions');
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "issues_revised" BEFORE INSERT OR UPDATE ON "issues" FOR EACH ROW EXECUTE FUNCTION "issue_is_revised"();
