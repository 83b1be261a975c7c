CREATE TABLE "delivery_checks" (
	"checked_until" timestamp (3) with time zone PRIMARY KEY NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"missed" integer NOT NULL,
	"missed_from" timestamp (3) with time zone,
	"missed_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX "delivery_checks_missed_idx" ON "delivery_checks" USING btree ("checked_until") WHERE "delivery_checks"."missed" > 0;