CREATE TABLE "comment_commands" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"repo_id" bigint NOT NULL,
	"comment_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"comment_url" text,
	"target_type" text NOT NULL,
	"target_number" integer NOT NULL,
	"author" text NOT NULL,
	"line" text NOT NULL,
	"parsed" json NOT NULL,
	"state" text NOT NULL,
	"reply" text,
	"decision_id" bigint,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "comment_commands_key" UNIQUE("repo_id","comment_id","position"),
	CONSTRAINT "comment_commands_target_type_check" CHECK ("comment_commands"."target_type" in ('issue', 'pr')),
	CONSTRAINT "comment_commands_state_check" CHECK ("comment_commands"."state" in ('pending', 'done', 'refused')),
	CONSTRAINT "comment_commands_reply_check" CHECK ((state = 'pending') = (reply is null))
);
--> statement-breakpoint
ALTER TABLE "heal_attempts" DROP CONSTRAINT "heal_attempts_trigger_check";--> statement-breakpoint
ALTER TABLE "comment_commands" ADD CONSTRAINT "comment_commands_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "heal_attempts" ADD CONSTRAINT "heal_attempts_trigger_check" CHECK ("heal_attempts"."trigger" in ('webhook', 'sync', 'retry', 'manual', 'command'));