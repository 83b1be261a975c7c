-- What a page of the dashboard shows has changed: the transaction announces the table, and nothing of its rows, after its
-- commit. A statement that has written nothing, in a transaction that has not either, announces nothing.
CREATE FUNCTION "change_is_told"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  announced text := coalesce(current_setting('service.announced', true), '');
  line text := format('["changes","%s"]', TG_TABLE_NAME) || chr(10);
BEGIN
  IF pg_current_xact_id_if_assigned() IS NOT NULL AND position(line IN announced) = 0 THEN
    PERFORM set_config('service.announced', announced || line, true);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "repositories_told" AFTER INSERT OR UPDATE OR DELETE ON "repositories" FOR EACH STATEMENT EXECUTE FUNCTION "change_is_told"();--> statement-breakpoint
CREATE TRIGGER "installations_told" AFTER INSERT OR UPDATE OR DELETE ON "installations" FOR EACH STATEMENT EXECUTE FUNCTION "change_is_told"();--> statement-breakpoint
CREATE TRIGGER "syncs_told" AFTER INSERT OR UPDATE OR DELETE ON "syncs" FOR EACH STATEMENT EXECUTE FUNCTION "change_is_told"();--> statement-breakpoint
CREATE TRIGGER "issues_told" AFTER INSERT OR UPDATE OR DELETE ON "issues" FOR EACH STATEMENT EXECUTE FUNCTION "change_is_told"();--> statement-breakpoint
CREATE TRIGGER "pull_requests_told" AFTER INSERT OR UPDATE OR DELETE ON "pull_requests" FOR EACH STATEMENT EXECUTE FUNCTION "change_is_told"();--> statement-breakpoint
CREATE TRIGGER "ci_runs_told" AFTER INSERT OR UPDATE OR DELETE ON "ci_runs" FOR EACH STATEMENT EXECUTE FUNCTION "change_is_told"();--> statement-breakpoint
CREATE TRIGGER "members_told" AFTER INSERT OR UPDATE OR DELETE ON "members" FOR EACH STATEMENT EXECUTE FUNCTION "change_is_told"();--> statement-breakpoint
CREATE TRIGGER "collaborators_told" AFTER INSERT OR UPDATE OR DELETE ON "collaborators" FOR EACH STATEMENT EXECUTE FUNCTION "change_is_told"();--> statement-breakpoint
CREATE TRIGGER "branch_rules_told" AFTER INSERT OR UPDATE OR DELETE ON "branch_rules" FOR EACH STATEMENT EXECUTE FUNCTION "change_is_told"();--> statement-breakpoint
CREATE TRIGGER "webhook_deliveries_told" AFTER INSERT OR UPDATE OR DELETE ON "webhook_deliveries" FOR EACH STATEMENT EXECUTE FUNCTION "change_is_told"();--> statement-breakpoint
CREATE TRIGGER "delivery_retries_told" AFTER INSERT OR UPDATE OR DELETE ON "delivery_retries" FOR EACH STATEMENT EXECUTE FUNCTION "change_is_told"();--> statement-breakpoint
CREATE TRIGGER "triages_told" AFTER INSERT OR UPDATE OR DELETE ON "triages" FOR EACH STATEMENT EXECUTE FUNCTION "change_is_told"();--> statement-breakpoint
CREATE TRIGGER "triage_failures_told" AFTER INSERT OR UPDATE OR DELETE ON "triage_failures" FOR EACH STATEMENT EXECUTE FUNCTION "change_is_told"();--> statement-breakpoint
CREATE TRIGGER "duplicate_signals_told" AFTER INSERT OR UPDATE OR DELETE ON "duplicate_signals" FOR EACH STATEMENT EXECUTE FUNCTION "change_is_told"();--> statement-breakpoint
CREATE TRIGGER "duplicate_backfills_told" AFTER INSERT OR UPDATE OR DELETE ON "duplicate_backfills" FOR EACH STATEMENT EXECUTE FUNCTION "change_is_told"();--> statement-breakpoint
CREATE TRIGGER "heal_attempts_told" AFTER INSERT OR UPDATE OR DELETE ON "heal_attempts" FOR EACH STATEMENT EXECUTE FUNCTION "change_is_told"();--> statement-breakpoint
CREATE TRIGGER "fix_attempts_told" AFTER INSERT OR UPDATE OR DELETE ON "fix_attempts" FOR EACH STATEMENT EXECUTE FUNCTION "change_is_told"();--> statement-breakpoint
CREATE TRIGGER "decisions_told" AFTER INSERT OR UPDATE OR DELETE ON "decisions" FOR EACH STATEMENT EXECUTE FUNCTION "change_is_told"();--> statement-breakpoint
CREATE TRIGGER "managed_actions_told" AFTER INSERT OR UPDATE OR DELETE ON "managed_actions" FOR EACH STATEMENT EXECUTE FUNCTION "change_is_told"();--> statement-breakpoint
CREATE TRIGGER "activity_told" AFTER INSERT OR UPDATE OR DELETE ON "activity" FOR EACH STATEMENT EXECUTE FUNCTION "change_is_told"();--> statement-breakpoint
CREATE TRIGGER "quality_gates_told" AFTER INSERT OR UPDATE OR DELETE ON "quality_gates" FOR EACH STATEMENT EXECUTE FUNCTION "change_is_told"();--> statement-breakpoint
CREATE TRIGGER "gate_evaluations_told" AFTER INSERT OR UPDATE OR DELETE ON "gate_evaluations" FOR EACH STATEMENT EXECUTE FUNCTION "change_is_told"();--> statement-breakpoint
CREATE TRIGGER "waivers_told" AFTER INSERT OR UPDATE OR DELETE ON "waivers" FOR EACH STATEMENT EXECUTE FUNCTION "change_is_told"();--> statement-breakpoint
CREATE TRIGGER "repo_configs_told" AFTER INSERT OR UPDATE OR DELETE ON "repo_configs" FOR EACH STATEMENT EXECUTE FUNCTION "change_is_told"();--> statement-breakpoint
CREATE TRIGGER "config_history_told" AFTER INSERT OR UPDATE OR DELETE ON "config_history" FOR EACH STATEMENT EXECUTE FUNCTION "change_is_told"();--> statement-breakpoint
CREATE TRIGGER "config_files_told" AFTER INSERT OR UPDATE OR DELETE ON "config_files" FOR EACH STATEMENT EXECUTE FUNCTION "change_is_told"();--> statement-breakpoint
CREATE TRIGGER "maintenance_actions_told" AFTER INSERT OR UPDATE OR DELETE ON "maintenance_actions" FOR EACH STATEMENT EXECUTE FUNCTION "change_is_told"();--> statement-breakpoint
CREATE TRIGGER "maintenance_settings_told" AFTER INSERT OR UPDATE OR DELETE ON "maintenance_settings" FOR EACH STATEMENT EXECUTE FUNCTION "change_is_told"();--> statement-breakpoint
CREATE TRIGGER "governance_entries_told" AFTER INSERT OR UPDATE OR DELETE ON "governance_entries" FOR EACH STATEMENT EXECUTE FUNCTION "change_is_told"();--> statement-breakpoint
CREATE TRIGGER "feedback_rules_told" AFTER INSERT OR UPDATE OR DELETE ON "feedback_rules" FOR EACH STATEMENT EXECUTE FUNCTION "change_is_told"();--> statement-breakpoint
CREATE TRIGGER "feedback_deliveries_told" AFTER INSERT OR UPDATE OR DELETE ON "feedback_deliveries" FOR EACH STATEMENT EXECUTE FUNCTION "change_is_told"();--> statement-breakpoint
CREATE TRIGGER "policies_told" AFTER INSERT OR UPDATE OR DELETE ON "policies" FOR EACH STATEMENT EXECUTE FUNCTION "change_is_told"();--> statement-breakpoint
CREATE TRIGGER "violations_told" AFTER INSERT OR UPDATE OR DELETE ON "violations" FOR EACH STATEMENT EXECUTE FUNCTION "change_is_told"();--> statement-breakpoint
CREATE TRIGGER "config_results_told" AFTER INSERT OR UPDATE OR DELETE ON "config_results" FOR EACH STATEMENT EXECUTE FUNCTION "change_is_told"();--> statement-breakpoint
CREATE TRIGGER "reconciliation_runs_told" AFTER INSERT OR UPDATE OR DELETE ON "reconciliation_runs" FOR EACH STATEMENT EXECUTE FUNCTION "change_is_told"();--> statement-breakpoint
CREATE TRIGGER "reconcile_states_told" AFTER INSERT OR UPDATE OR DELETE ON "reconcile_states" FOR EACH STATEMENT EXECUTE FUNCTION "change_is_told"();--> statement-breakpoint
CREATE TRIGGER "merge_queue_configs_told" AFTER INSERT OR UPDATE OR DELETE ON "merge_queue_configs" FOR EACH STATEMENT EXECUTE FUNCTION "change_is_told"();--> statement-breakpoint
CREATE TRIGGER "merge_queue_entries_told" AFTER INSERT OR UPDATE OR DELETE ON "merge_queue_entries" FOR EACH STATEMENT EXECUTE FUNCTION "change_is_told"();--> statement-breakpoint
CREATE TRIGGER "merge_queue_lanes_told" AFTER INSERT OR UPDATE OR DELETE ON "merge_queue_lanes" FOR EACH STATEMENT EXECUTE FUNCTION "change_is_told"();--> statement-breakpoint
CREATE TRIGGER "rollback_events_told" AFTER INSERT OR UPDATE OR DELETE ON "rollback_events" FOR EACH STATEMENT EXECUTE FUNCTION "change_is_told"();--> statement-breakpoint
CREATE TRIGGER "pipeline_events_told" AFTER INSERT OR UPDATE OR DELETE ON "pipeline_events" FOR EACH STATEMENT EXECUTE FUNCTION "change_is_told"();--> statement-breakpoint
CREATE TRIGGER "flaky_tests_told" AFTER INSERT OR UPDATE OR DELETE ON "flaky_tests" FOR EACH STATEMENT EXECUTE FUNCTION "change_is_told"();--> statement-breakpoint
CREATE TRIGGER "test_runs_told" AFTER INSERT OR UPDATE OR DELETE ON "test_runs" FOR EACH STATEMENT EXECUTE FUNCTION "change_is_told"();--> statement-breakpoint
CREATE TRIGGER "vulnerabilities_told" AFTER INSERT OR UPDATE OR DELETE ON "vulnerabilities" FOR EACH STATEMENT EXECUTE FUNCTION "change_is_told"();--> statement-breakpoint
CREATE TRIGGER "dependency_scans_told" AFTER INSERT OR UPDATE OR DELETE ON "dependency_scans" FOR EACH STATEMENT EXECUTE FUNCTION "change_is_told"();--> statement-breakpoint
CREATE TRIGGER "update_batches_told" AFTER INSERT OR UPDATE OR DELETE ON "update_batches" FOR EACH STATEMENT EXECUTE FUNCTION "change_is_told"();--> statement-breakpoint
CREATE TRIGGER "advisory_imports_told" AFTER INSERT OR UPDATE OR DELETE ON "advisory_imports" FOR EACH STATEMENT EXECUTE FUNCTION "change_is_told"();--> statement-breakpoint
CREATE TRIGGER "audit_entries_told" AFTER INSERT OR UPDATE OR DELETE ON "audit_entries" FOR EACH STATEMENT EXECUTE FUNCTION "change_is_told"();--> statement-breakpoint
CREATE TRIGGER "audit_exports_told" AFTER INSERT OR UPDATE OR DELETE ON "audit_exports" FOR EACH STATEMENT EXECUTE FUNCTION "change_is_told"();--> statement-breakpoint
CREATE TRIGGER "compliance_reports_told" AFTER INSERT OR UPDATE OR DELETE ON "compliance_reports" FOR EACH STATEMENT EXECUTE FUNCTION "change_is_told"();--> statement-breakpoint
CREATE TRIGGER "sessions_told" AFTER INSERT OR UPDATE OR DELETE ON "sessions" FOR EACH STATEMENT EXECUTE FUNCTION "change_is_told"();
