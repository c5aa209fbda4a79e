package dev.countersign.facade.console;

import java.time.Duration;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;

/** The product's mark where browsers look for one that no page names. */
@Controller
public class IconPage {

    private static final MediaType SVG = new MediaType("image", "svg+xml");
    private static final Duration KEPT = Duration.ofDays(1);

    @GetMapping("/favicon.ico")
    ResponseEntity<Resource> icon() {
        return ResponseEntity.ok()
                .contentType(SVG)
                .cacheControl(CacheControl.maxAge(KEPT).cachePublic())
                .body(new ClassPathResource("static/console/assets/mark.svg"));
    }
}
