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
CREATE INDEX "audit_entries_category_idx" ON "audit_entries" USING btree ("category","seq");--> statement-breakpoint
CREATE INDEX "audit_entries_event_type_idx" ON "audit_entries" USING btree ("event_type","seq");--> statement-breakpoint
CREATE INDEX "audit_entries_actor_idx" ON "audit_entries" USING btree ("actor","seq");--> statement-breakpoint
CREATE INDEX "audit_entries_actor_type_idx" ON "audit_entries" USING btree ("actor_type","seq");--> statement-breakpoint
CREATE INDEX "audit_entries_repo_idx" ON "audit_entries" USING btree ("repo_full_name","seq");--> statement-breakpoint
CREATE INDEX "audit_entries_pr_idx" ON "audit_entries" USING btree ("pr_number","seq") WHERE "audit_entries"."pr_number" is not null;--> statement-breakpoint
CREATE INDEX "audit_entries_soc2_idx" ON "audit_entries" USING btree ("seq") WHERE 'soc2' = any("audit_entries"."framework");--> statement-breakpoint
CREATE INDEX "audit_entries_iso27001_idx" ON "audit_entries" USING btree ("seq") WHERE 'iso27001' = any("audit_entries"."framework");--> statement-breakpoint
CREATE INDEX "audit_parties_last_day_idx" ON "audit_parties" USING btree ("kind","last_day");--> statement-breakpoint
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
