CREATE TABLE "poi_places" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"poi_id" text NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"latitude" double precision,
	"longitude" double precision,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "poi_uses" (
	"place_id" uuid NOT NULL,
	"post_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	CONSTRAINT "poi_uses_place_id_post_id_pk" PRIMARY KEY("place_id","post_id")
);
--> statement-breakpoint
ALTER TABLE "poi_uses" ADD CONSTRAINT "poi_uses_place_id_poi_places_id_fk" FOREIGN KEY ("place_id") REFERENCES "public"."poi_places"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "poi_places_poi" ON "poi_places" USING btree ("account_id","poi_id");--> statement-breakpoint
CREATE INDEX "poi_places_newest" ON "poi_places" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "poi_uses_account" ON "poi_uses" USING btree ("account_id");