ALTER TABLE "delivery_hours" ADD COLUMN "lane" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_hours" DROP CONSTRAINT "delivery_hours_pkey";
--> statement-breakpoint
ALTER TABLE "delivery_hours" ADD CONSTRAINT "delivery_hours_pkey" PRIMARY KEY("hour","event_name","lane");