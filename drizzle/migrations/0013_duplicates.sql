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
ALTER TABLE "issues" ADD COLUMN "dup_revision" bigint;--> statement-breakpoint
ALTER TABLE "issues" ADD COLUMN "dup_job_id" uuid;--> statement-breakpoint
ALTER TABLE "issues" ADD COLUMN "revision" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "duplicate_backfills" ADD CONSTRAINT "duplicate_backfills_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "duplicate_signals" ADD CONSTRAINT "duplicate_signals_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
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
CREATE INDEX "issues_revision_idx" ON "issues" USING btree ("repo_id","revision","host_id");--> statement-breakpoint
CREATE INDEX "issues_unchecked_idx" ON "issues" USING btree ("repo_id","number") WHERE live and state = 'open' and dup_check_at is null;--> statement-breakpoint
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
