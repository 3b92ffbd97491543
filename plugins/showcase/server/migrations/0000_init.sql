CREATE TABLE "showcase_posts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"site_id" uuid NOT NULL,
	"key" text NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"topics" jsonb NOT NULL,
	"visibility" text NOT NULL,
	"video_id" uuid,
	"poster_id" uuid,
	"video_hash" text NOT NULL,
	"poster_hash" text NOT NULL,
	"video_size" bigint NOT NULL,
	"seconds" double precision NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"poster_width" integer NOT NULL,
	"poster_height" integer NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"withdrawn_at" timestamp with time zone,
	"plays" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "showcase_sites" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"handle" text NOT NULL,
	"title" text NOT NULL,
	"about" text DEFAULT '' NOT NULL,
	"origin" text,
	"token_hash" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "showcase_visits" (
	"post_id" uuid NOT NULL,
	"day" date NOT NULL,
	"visitor" text NOT NULL,
	CONSTRAINT "showcase_visits_post_id_day_visitor_pk" PRIMARY KEY("post_id","day","visitor")
);
--> statement-breakpoint
ALTER TABLE "showcase_posts" ADD CONSTRAINT "showcase_posts_site_id_showcase_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."showcase_sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "showcase_posts" ADD CONSTRAINT "showcase_posts_video_id_core_files_id_fk" FOREIGN KEY ("video_id") REFERENCES "public"."core_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "showcase_posts" ADD CONSTRAINT "showcase_posts_poster_id_core_files_id_fk" FOREIGN KEY ("poster_id") REFERENCES "public"."core_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "showcase_visits" ADD CONSTRAINT "showcase_visits_post_id_showcase_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."showcase_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "showcase_posts_key" ON "showcase_posts" USING btree ("site_id","key");--> statement-breakpoint
CREATE UNIQUE INDEX "showcase_posts_slug" ON "showcase_posts" USING btree ("site_id","slug");--> statement-breakpoint
CREATE INDEX "showcase_posts_published" ON "showcase_posts" USING btree ("site_id","published_at","id");--> statement-breakpoint
CREATE INDEX "showcase_posts_account" ON "showcase_posts" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "showcase_posts_video" ON "showcase_posts" USING btree ("video_id");--> statement-breakpoint
CREATE INDEX "showcase_posts_poster" ON "showcase_posts" USING btree ("poster_id");--> statement-breakpoint
CREATE INDEX "showcase_posts_withdrawn" ON "showcase_posts" USING btree ("withdrawn_at");--> statement-breakpoint
CREATE UNIQUE INDEX "showcase_sites_handle" ON "showcase_sites" USING btree ("handle");--> statement-breakpoint
CREATE UNIQUE INDEX "showcase_sites_token" ON "showcase_sites" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "showcase_sites_account" ON "showcase_sites" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "showcase_visits_day" ON "showcase_visits" USING btree ("day");