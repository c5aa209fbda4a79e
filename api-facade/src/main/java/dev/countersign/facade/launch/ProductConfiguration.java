package dev.countersign.facade.launch;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;

/** The Spring context of the product; {@code application.yaml} beside it holds the defaults. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
class ProductConfiguration {}
