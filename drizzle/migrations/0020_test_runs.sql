CREATE TABLE "test_days" (
	"day" date NOT NULL,
	"repo_id" bigint NOT NULL,
	"total" bigint NOT NULL,
	"failures" bigint NOT NULL,
	CONSTRAINT "test_days_pkey" PRIMARY KEY("day","repo_id")
);
--> statement-breakpoint
CREATE TABLE "test_results" (
	"test_run_id" bigint NOT NULL,
	"test_id" bigint NOT NULL,
	"status" text NOT NULL,
	"flaky" boolean NOT NULL,
	"duration_ms" integer,
	"error_class" text,
	"error_message" text,
	CONSTRAINT "test_results_pkey" PRIMARY KEY("test_run_id","test_id"),
	CONSTRAINT "test_results_status_check" CHECK ("test_results"."status" in ('passed', 'failed', 'errored', 'skipped'))
);
--> statement-breakpoint
CREATE TABLE "test_runs" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"repo_id" bigint NOT NULL,
	"run_id" bigint NOT NULL,
	"attempt" integer NOT NULL,
	"workflow_name" text NOT NULL,
	"branch" text NOT NULL,
	"fork_id" bigint,
	"head_sha" text NOT NULL,
	"event" text,
	"has_failed" boolean NOT NULL,
	"status" text NOT NULL,
	"reports" integer NOT NULL,
	"tests" integer NOT NULL,
	"failures" integer NOT NULL,
	"interrupted" boolean NOT NULL,
	"notes" json NOT NULL,
	"ran_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone,
	"live" boolean NOT NULL,
	CONSTRAINT "test_runs_attempt_key" UNIQUE("run_id","attempt"),
	CONSTRAINT "test_runs_status_check" CHECK ("test_runs"."status" in ('pending', 'read', 'without_reports', 'skipped', 'failed'))
);
--> statement-breakpoint
ALTER TABLE "test_days" ADD CONSTRAINT "test_days_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_results" ADD CONSTRAINT "test_results_run_fkey" FOREIGN KEY ("test_run_id") REFERENCES "public"."test_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_runs" ADD CONSTRAINT "test_runs_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "test_days_repo_idx" ON "test_days" USING btree ("repo_id","day");--> statement-breakpoint
CREATE INDEX "test_runs_age_idx" ON "test_runs" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
CREATE INDEX "test_runs_repo_idx" ON "test_runs" USING btree ("repo_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "test_runs_reports_idx" ON "test_runs" USING btree ("repo_id","workflow_name") WHERE reports > 0;--> statement-breakpoint
CREATE INDEX "test_runs_commit_idx" ON "test_runs" USING btree ("repo_id","head_sha");