-- Which tables each transaction has written. Processes that keep what they have read find here what is outdated. It outlives
-- no fall of the server, and neither does what was kept: so it need not be logged.
CREATE UNLOGGED TABLE "change_notes" (
	"xid" "xid8" NOT NULL,
	"table_name" text NOT NULL,
	CONSTRAINT "change_notes_xid_table_name_pk" PRIMARY KEY("xid","table_name")
);
--> statement-breakpoint
-- As before, and notes the table in the same transaction. Nothing that shows these three is kept: they are written with
-- every request, and notes of them would cost more than they save. The embedded database has no other process.
CREATE OR REPLACE FUNCTION "change_is_told"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  announced text := coalesce(current_setting('service.announced', true), '');
  line text := format('["changes","%s"]', TG_TABLE_NAME) || chr(10);
BEGIN
  IF pg_current_xact_id_if_assigned() IS NOT NULL AND position(line IN announced) = 0 THEN
    PERFORM set_config('service.announced', announced || line, true);
    IF current_setting('service.is_alone', true) IS DISTINCT FROM 'on'
      AND TG_TABLE_NAME NOT IN ('webhook_deliveries', 'delivery_retries', 'sessions') THEN
      INSERT INTO change_notes VALUES (pg_current_xact_id(), TG_TABLE_NAME) ON CONFLICT DO NOTHING;
    END IF;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "review_findings_told" AFTER INSERT OR UPDATE OR DELETE ON "review_findings" FOR EACH STATEMENT EXECUTE FUNCTION "change_is_told"();
