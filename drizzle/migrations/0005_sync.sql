CREATE TABLE "labels" (
	"repo_id" bigint NOT NULL,
	"host_id" bigint NOT NULL,
	"name" text NOT NULL,
	"color" text,
	"description" text,
	CONSTRAINT "labels_pkey" PRIMARY KEY("repo_id","host_id")
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
ALTER TABLE "installations" ADD COLUMN "missed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "repositories" ADD COLUMN "missed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "labels" ADD CONSTRAINT "labels_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_installation_id_fkey" FOREIGN KEY ("installation_id") REFERENCES "public"."installations"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_walks" ADD CONSTRAINT "sync_walks_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "syncs" ADD CONSTRAINT "syncs_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;