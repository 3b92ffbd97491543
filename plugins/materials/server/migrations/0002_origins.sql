CREATE TABLE "materials_origins" (
	"item_id" uuid NOT NULL,
	"source_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	CONSTRAINT "materials_origins_item_id_source_id_pk" PRIMARY KEY("item_id","source_id")
);
--> statement-breakpoint
ALTER TABLE "materials_origins" ADD CONSTRAINT "materials_origins_item_id_materials_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."materials_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "materials_origins_source" ON "materials_origins" USING btree ("account_id","source_id");