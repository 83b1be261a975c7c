CREATE TABLE "delivery_retries" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"filter" jsonb NOT NULL,
	"most" integer NOT NULL,
	"delivery_rows" bigint[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "delivery_retries_filter_idx" ON "delivery_retries" USING btree ("filter","id");--> statement-breakpoint
CREATE INDEX "delivery_retries_created_at_idx" ON "delivery_retries" USING btree ("created_at");